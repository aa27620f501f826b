import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import banana from '@/pictures/banana.webp'
import honey from '@/pictures/honey.webp'
import milk from '@/pictures/milk.webp'
import tomato from '@/pictures/tomato.webp'
import { PacketTile } from '@/ui/packet-tile'
import { useFirstShelf } from '../aisles'
import { categoriesQuery } from '../api'
import { listingLink } from '../links'
import { texts } from '../texts'

/** The front of the shop: what it is, and a shelf; a phone's shelf is short and fetches less. */
export function Banner() {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const firstShelf = useFirstShelf()
  const first = categories.find(({ _id }) => firstShelf(_id))
  const shelf = first && firstShelf(first._id)
  return (
    <div className="front">
      <div className="wrap front__in">
        <div className="front__text">
          <h1>{texts.bannerTitle}</h1>
          <p>{texts.bannerHint}</p>
          {first && shelf && (
            <Link {...listingLink(first, shelf)} className="btn btn--main">
              {texts.startWith(first.name)}
            </Link>
          )}
        </div>
        <div className="shelf" aria-hidden="true">
          <span className="shelf__wide" data-aisle="4">
            <PacketTile name="Chakki Atta" unit="5 kg" />
          </span>
          <img className="shelf__wide" loading="lazy" src={honey} alt="" width={256} height={256} />
          <span data-aisle="5">
            <PacketTile name="Mustard Oil" unit="1 L" />
          </span>
          <img src={milk} alt="" width={256} height={256} />
          <img src={tomato} alt="" width={256} height={256} />
          <img className="shelf__wide" loading="lazy" src={banana} alt="" width={256} height={256} />
        </div>
      </div>
    </div>
  )
}
