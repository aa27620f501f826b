import { Truck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button'
import { Detail, DetailList } from '../detail-list'
import { FilterSelect } from '../filter-select'
import { lineList } from '../line-list'
import { PageHeader } from '../page-header'
import { Pager } from '../pager'
import { Picture } from '../picture'
import { SearchField } from '../search-field'
import { StatusSelect } from '../select'
import { Table } from '../table'
import { textStyles } from '../text-styles'
import { Toolbar } from '../toolbar'
import { Story, StoryGroup } from './story'

const DELIVERIES = [
  { value: 'PACKED', label: 'Packed' },
  { value: 'DELIVERED', label: 'Delivered' },
]

const ORDERS = [
  { number: 1041, name: 'Asha Kulkarni', total: '₹345' },
  { number: 1042, name: 'Ravi Deshpande', total: '₹1,204.50' },
]

export function ListStories() {
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState('all')
  return (
    <StoryGroup title="Lists">
      <Story name="PageHeader" stacked>
        <PageHeader title="Orders">
          <Button size="small">Add</Button>
        </PageHeader>
      </Story>
      <Story name="Toolbar" stacked>
        <Toolbar>
          <SearchField label="Search" query={query} onSearch={setQuery} />
          <FilterSelect
            name="stage"
            label="Stage"
            value={filter}
            options={{ all: 'All', new: 'New' }}
            onSelect={setFilter}
          />
        </Toolbar>
      </Story>
      <Story name="Table" stacked>
        <Table caption="Orders">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Shopper</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {ORDERS.map(({ number, name, total }) => (
              <tr key={number}>
                <th scope="row">#{number}</th>
                <td>{name}</td>
                <td>{total}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Story>
      <Story name="StatusSelect">
        <StatusSelect label="Delivery" tone="warning" icon={Truck} options={DELIVERIES} />
        <StatusSelect
          label="Delivery"
          tone="success"
          icon={Truck}
          options={DELIVERIES}
          defaultValue="DELIVERED"
        />
        <StatusSelect label="Delivery" tone="danger" icon={Truck} options={DELIVERIES} disabled />
      </Story>
      <Story name="DetailList" stacked>
        <DetailList>
          <Detail label="Items">₹310</Detail>
          <Detail label="Note" variant="wrapping">
            Please leave it with the watchman at the gate of the second building
          </Detail>
          <Detail label="Total" variant="total">
            ₹345
          </Detail>
        </DetailList>
      </Story>
      <Story name="lineList" stacked>
        <ul className={lineList.list}>
          {ORDERS.map(({ number, name, total }) => (
            <li key={number} className={lineList.line}>
              <Picture src="" name="Toor dal" size="small" className={lineList.picture} />
              <div className={lineList.text}>
                <p className={lineList.name}>{name}</p>
                <p className={textStyles.detail}>2 × 1 kg</p>
              </div>
              <div className={lineList.end}>
                <p className={lineList.price}>{total}</p>
              </div>
            </li>
          ))}
        </ul>
      </Story>
      <Story name="Pager" stacked>
        <Pager page={1} pages={3} summary="1 to 20 of 55" />
        <Pager page={5} pages={12} summary="81 to 100 of 240" numbered />
      </Story>
    </StoryGroup>
  )
}
