import type { PackageRegistry } from '@assay/contract/registries.ts'
import { registries as messages } from '../../../messages/registries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'

const { pattern, url, state, packages } = messages.columns
export const registryColumns = [pattern, url, state, packages].map((title) => ({ title }))

export type RegistryDialog = 'check' | 'edit' | 'remove'

interface Props {
  registry: PackageRegistry
  /** Its name. */
  ecosystem: string
  denialReason: string | null
  onOpen: (dialog: RegistryDialog) => void
}

export function RegistryRow({ registry, ecosystem, denialReason, onOpen }: Props) {
  const { pattern, url, credentials } = registry
  const action = (dialog: RegistryDialog) => ({
    text: messages[dialog],
    label: messages[`${dialog}Of`](pattern),
    denialReason,
    run: () => onOpen(dialog),
  })
  return (
    <tr className={rowStyle}>
      <NameCell>
        {pattern}
        <div className="text-xs font-normal text-soft">{ecosystem}</div>
      </NameCell>
      <td className="min-w-40 px-3 py-1.5 [overflow-wrap:anywhere]">
        {url}
        {credentials !== 'none' && (
          <div className="text-xs text-soft">{messages.form.kinds[credentials]}</div>
        )}
      </td>
      <td className="min-w-48 px-3 py-1.5">
        <State registry={registry} />
      </td>
      <td className="min-w-28 px-3 py-1.5">
        <Packages packages={registry.packages} />
      </td>
      <ActionsCell actions={[action('check'), action('edit'), action('remove')]} />
    </tr>
  )
}

const variants = { ok: 'good', waiting: 'plain', failing: 'bad', off: 'plain' } as const

function State({
  registry: { state, lastSuccessAt, lastErrorAt, error, resumesAt },
}: Pick<Props, 'registry'>) {
  return (
    <div className="grid justify-items-start gap-0.5">
      <Badge variant={variants[state]}>{messages.states[state]}</Badge>
      {lastSuccessAt !== null && (
        <span className="text-xs text-soft">
          {messages.asked} <When epochMs={lastSuccessAt} />
        </span>
      )}
      {error !== null && (
        <span className="text-xs [overflow-wrap:anywhere]">
          <span className="text-soft">
            {messages.failed} <When epochMs={lastErrorAt} />:
          </span>{' '}
          <span className={state === 'failing' ? 'text-danger' : ''}>{error}</span>
        </span>
      )}
      {resumesAt !== null && (
        <span className="text-xs text-soft">
          {messages.resumes} <When epochMs={resumesAt} />
        </span>
      )}
    </div>
  )
}

function Packages({ packages }: Pick<PackageRegistry, 'packages'>) {
  const { known, waiting, absent, failed } = packages
  const all = known + waiting + absent + failed
  return (
    <>
      {all === 0 ? '–' : messages.known(known, all)}
      {absent > 0 && <div className="text-xs text-soft">{messages.absent(absent)}</div>}
    </>
  )
}
