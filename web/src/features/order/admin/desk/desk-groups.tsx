import { CheckoutCard } from './checkout-card'
import type { Group } from './grouping'
import { StageGroup } from './stage-group'
import { useAgeLimits } from './use-age-limits'
import type { useDesk } from './use-desk'

type Props = {
  groups: Group[]
  now: number
  desk: ReturnType<typeof useDesk>
  /** The ids of orders with a step that waits for the connection. */
  waiting: ReadonlySet<string>
}

/** The orders by stage, a card each. */
export function DeskGroups({ groups, now, desk, waiting }: Props) {
  const ages = useAgeLimits()
  const { current, choice } = desk
  const choosing = choice.chosen.length > 0
  return groups.map((group) => (
    <StageGroup
      key={group.stage}
      group={group}
      now={now}
      moving={desk.movingAll}
      rider={choosing ? undefined : desk.rider}
      onRider={desk.setRider}
      onChooseAll={({ checkouts }) => choice.add(checkouts)}
      onMoveAll={({ stage, checkouts }, to) => desk.moveAll(checkouts, stage, to)}
    >
      {group.checkouts.map((checkout) => (
        <CheckoutCard
          key={checkout._id}
          checkout={checkout}
          now={now}
          ages={ages}
          current={checkout === current}
          choosing={choosing}
          chosen={choice.chosen.includes(checkout)}
          moving={desk.isMoving(checkout)}
          waits={waiting.has(checkout._id)}
          onChoose={(one, upToHere) => (upToHere ? choice.addUpTo(one) : choice.toggle(one))}
          onMove={desk.moveOne}
        />
      ))}
    </StageGroup>
  ))
}
