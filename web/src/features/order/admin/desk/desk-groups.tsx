import { DeskCard } from './desk-card'
import type { Group } from './grouping'
import { StageGroup } from './stage-group'
import { useAgeLimits } from './use-age-limits'
import type { useDesk } from './use-desk'

type Props = {
  groups: Group[]
  now: number
  desk: ReturnType<typeof useDesk>
  /** The ids of orders with a step that waits for the network. */
  waiting: ReadonlySet<string>
}

/** The orders by stage, one card each. */
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
      onChooseAll={({ orders }) => choice.add(orders)}
      onMoveAll={({ stage, orders }, to) => desk.moveAll(orders, stage, to)}
    >
      {group.orders.map((order) => (
        <DeskCard
          key={order._id}
          order={order}
          now={now}
          ages={ages}
          current={order === current}
          choosing={choosing}
          chosen={choice.chosen.includes(order)}
          moving={desk.isMoving(order)}
          waits={waiting.has(order._id)}
          onChoose={(target, upToHere) => (upToHere ? choice.addUpTo(target) : choice.toggle(target))}
          onMove={desk.moveOrder}
        />
      ))}
    </StageGroup>
  ))
}
