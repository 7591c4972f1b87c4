import { factors } from '../../../messages/factors.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ActionButton } from '../action-button.tsx'

interface Props {
  title: string
  lead: string
  warning?: string
  isInUse?: boolean
  /** Label of the button, and its accessible name. */
  action: string
  label?: string
  denialReason?: string | null
  onPress: () => void
}

export const FactorRow = ({ title, lead, warning, isInUse = false, action, ...button }: Props) => (
  <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line-soft px-4 py-3 last:border-0">
    <div className="mr-auto max-w-prose min-w-0 basis-64 grow">
      <h3 className="m-0 flex items-center gap-2 text-sm font-medium">
        {title}
        {isInUse && <Badge variant="good">{factors.secondStep.inUse}</Badge>}
      </h3>
      <p className="m-0 text-soft">{lead}</p>
      {warning !== undefined && <p className="m-0 mt-1 text-xs text-soft">{warning}</p>}
    </div>
    <ActionButton {...button}>{action}</ActionButton>
  </li>
)
