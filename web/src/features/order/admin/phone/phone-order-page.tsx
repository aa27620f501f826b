import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AddressText } from '@/features/address/address-text'
import type { Address } from '@/features/address/api'
import { useShop } from '@/features/settings/use-shop'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { formatRupees } from '@/lib/money'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button, buttonClass } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { TextAreaField } from '@/ui/text-area-field'
import { buyerRefusal } from '../../order-failure'
import { sentWish } from '../../wish'
import { refetchOrders } from '../orders-api'
import radioStyles from '../sheet/radio-list.module.css'
import { showInBar } from '../undo-offer'
import { PhoneAddress } from './phone-address'
import { type PhoneCustomer, type PhoneLine, type PhoneOrder, placeByPhone, sumOf } from './phone-api'
import { PhoneBuyer } from './phone-buyer'
import { PhoneCustomerChoice } from './phone-customer'
import { PhoneGoods } from './phone-goods'
import styles from './phone-order.module.css'
import { phoneTexts } from './texts'

const NO_BUSINESS = { name: '', gstin: '' }

/** A cash order that staff enter for a customer on the phone: customer, address and products. Ctrl+Enter places it. */
export function PhoneOrderPage() {
  useTitle(phoneTexts.title)
  const [customer, setCustomer] = useState<PhoneCustomer>()
  const [addressId, setAddressId] = useState<string>()
  const [addsAddress, setAddsAddress] = useState(false)
  const [lines, setLines] = useState<PhoneLine[]>([])
  const [note, setNote] = useState('')
  const [buyer, setBuyer] = useState(NO_BUSINESS)
  const isRegistered = useShop()?.legal.gst === 'REGISTERED'
  const attempt = useRef({ key: '', body: '' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const sum = formatRupees(sumOf(lines))
  const place = useMutation({
    mutationFn: placeByPhone,
    onSuccess: async ([first]) => {
      await navigate({ to: '/dashboard/desk' })
      showInBar(phoneTexts.placed(first?.checkoutNumber ?? 0, customer?.name ?? '', sum))
      void refetchOrders(queryClient)
    },
    onError: (error) => {
      // A refusal discards the key. Without a response the key stays, so that a retry does not place a second order.
      if (error instanceof ApiError && error.status !== 0) attempt.current.key = ''
    },
  })
  const refused = place.error instanceof ApiError ? buyerRefusal(place.error.fields) : undefined
  const ready = customer && addressId && lines.length > 0
  const submit = () => {
    if (!customer || !addressId || !ready || place.isPending) return
    const order: PhoneOrder = {
      userId: customer._id,
      addressId,
      list_items: lines.map(({ product, quantity, wish }) => ({
        productId: product._id,
        quantity,
        wish: sentWish(wish),
      })),
      totalAmt: sumOf(lines) / 100,
      note,
      ...(isRegistered && (buyer.name.trim() || buyer.gstin.trim()) && { buyer }),
    }
    const body = JSON.stringify(order)
    if (!attempt.current.key || attempt.current.body !== body)
      attempt.current = { key: newIdempotencyKey(), body }
    place.mutate({ key: attempt.current.key, order })
  }
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const choose = (chosen: PhoneCustomer | undefined) => {
    setCustomer(chosen)
    setAddressId(chosen?.addresses[0]?._id)
    setAddsAddress(false)
    setBuyer(NO_BUSINESS)
  }
  const chooseAddress = (address: Address) => {
    if (customer) setCustomer({ ...customer, addresses: [address, ...customer.addresses] })
    setAddressId(address._id)
    setAddsAddress(false)
  }
  return (
    <>
      <PageHeader title={phoneTexts.title}>
        <Link to="/dashboard/desk" className={buttonClass({ variant: 'outline', size: 'small' })}>
          {phoneTexts.toDesk}
        </Link>
      </PageHeader>
      <div className={styles.page}>
        <Panel padded>
          <h2 className={styles.title}>{phoneTexts.customer}</h2>
          {customer ? (
            <p className={styles.chosen}>
              <b>{customer.name}</b> {customer.mobile}
              <Button variant="quiet" size="small" onClick={() => choose(undefined)}>
                {phoneTexts.another}
              </Button>
            </p>
          ) : (
            <PhoneCustomerChoice onChoose={choose} />
          )}
          {customer && customer.addresses.length > 0 && (
            <fieldset className={radioStyles.list}>
              <legend>{phoneTexts.address}</legend>
              {customer.addresses.map((address) => (
                <label key={address._id}>
                  <input
                    type="radio"
                    name="addressId"
                    checked={address._id === addressId}
                    onChange={() => setAddressId(address._id)}
                  />
                  <AddressText address={address} />
                </label>
              ))}
            </fieldset>
          )}
          {customer && customer.addresses.length > 0 && !addsAddress && (
            <Button variant="quiet" size="small" onClick={() => setAddsAddress(true)}>
              {phoneTexts.anotherAddress}
            </Button>
          )}
          {customer && (addsAddress || customer.addresses.length === 0) && (
            <PhoneAddress key={customer._id} customer={customer} onSave={chooseAddress} />
          )}
        </Panel>
        {customer && (
          <Panel padded>
            <h2 className={styles.title}>{phoneTexts.goods}</h2>
            <PhoneGoods lines={lines} onChange={setLines} />
            <TextAreaField
              label={phoneTexts.note}
              description={phoneTexts.noteHint}
              maxLength={1000}
              rows={2}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
            {isRegistered && <PhoneBuyer buyer={buyer} onChange={setBuyer} refused={refused} />}
            {place.error && !refused && (
              <Alert tone="danger" role="alert">
                {errorMessage(place.error, phoneTexts.failed)}
              </Alert>
            )}
            <p className={styles.sum}>
              {phoneTexts.sum} <b>{sum}</b>
            </p>
            <Button
              wide
              aria-keyshortcuts="Control+Enter"
              disabled={!ready}
              pending={place.isPending}
              onClick={submit}
            >
              {phoneTexts.place}
            </Button>
          </Panel>
        )}
      </div>
    </>
  )
}
