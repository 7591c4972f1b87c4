import type { RuleContent } from '@assay/contract/notification-rules.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Badge } from '../../../ui/badge.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import type { RenderDialog } from '../action-button.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useUndoable } from '../use-undoable.ts'

const messages = notifications.rules
const { columns } = messages
export const ruleColumns = [columns.name, columns.events, columns.to].map((title) => ({ title }))

interface Props {
  rule: RuleContent
  /** Owner of the rule; null if all rules have the same. */
  owner: string | null
  /** Destinations of its messages. */
  targets: readonly string[]
  denialReason: string | null
  activate: (active: boolean) => Promise<unknown>
  renderEdit: RenderDialog
  remove: () => Promise<unknown>
}

export function RuleRow({ rule, owner, targets, denialReason, activate, renderEdit, remove }: Props) {
  const { change, shown } = useUndoable(activate)
  const name = ruleName(rule.name)
  const isActive = shown(rule.active)
  const next = isActive ? 'off' : 'on'
  const actions = [
    {
      text: messages.turn[next],
      label: messages.turnOf[next](name),
      denialReason,
      run: () => change(isActive, !isActive, messages.turned[next](name)),
    },
    { text: messages.edit, label: messages.editOf(name), denialReason, renderDialog: renderEdit },
    {
      text: messages.remove,
      label: messages.removeOf(name),
      denialReason,
      confirm: {
        title: messages.removeTitle(name),
        text: messages.removeText,
        submit: messages.remove,
        action: remove,
      },
    },
  ]
  return (
    <tr className={rowStyle}>
      <NameCell>
        {name} {!isActive && <Badge>{messages.off}</Badge>}
        {owner !== null && <div className="text-xs font-normal text-soft">{owner}</div>}
      </NameCell>
      <td
        className="min-w-32 px-3 py-1.5"
        title={rule.kinds.map((kind) => notifications.kinds[kind]).join(', ')}
      >
        {rule.kinds.length === 1
          ? notifications.kinds[rule.kinds[0]!]
          : messages.eventCount(rule.kinds.length)}
        <div className="text-xs text-soft">{messages.cadences[rule.cadence]}</div>
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        {targets.length === 0 ? messages.nowhere : targets.join(', ')}
      </td>
      <ActionsCell actions={actions} />
    </tr>
  )
}
