import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import banana from '@/pictures/banana.webp'
import honey from '@/pictures/honey.webp'
import milk from '@/pictures/milk.webp'
import tomato from '@/pictures/tomato.webp'
import { PacketTile } from '@/ui/packet-tile'
import { categoriesQuery } from '../api'
import { useFirstSubCategory } from '../first-sub-category'
import { listingLink } from '../links'
import { texts } from '../texts'

/** The head of the home page: what the shop is, a link to its first category, and a picture of a shelf. */
export function Hero() {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const firstSubCategoryOf = useFirstSubCategory()
  const category = categories.find(({ _id }) => firstSubCategoryOf(_id))
  const subCategory = category && firstSubCategoryOf(category._id)
  return (
    <div className="front">
      <div className="wrap front__in">
        <div className="front__text">
          <h1>{texts.heroTitle}</h1>
          <p>{texts.heroDescription}</p>
          {category && subCategory && (
            <Link {...listingLink(category, subCategory)} className="btn btn--main">
              {texts.startWith(category.name)}
            </Link>
          )}
        </div>
        <div className="shelf" aria-hidden="true">
          <span className="shelf__wide" data-tone="turmeric">
            <PacketTile name="Chakki Atta" unit="5 kg" />
          </span>
          <img className="shelf__wide" loading="lazy" src={honey} alt="" width={256} height={256} />
          <span data-tone="chilli">
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
