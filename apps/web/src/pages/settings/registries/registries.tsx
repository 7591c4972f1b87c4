import { type PackageRegistry, registries } from '@assay/contract/registries.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { registries as messages } from '../../../messages/registries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { type Column, wraps } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { CheckRegistry } from './check-registry.tsx'
import { EditRegistry } from './edit-registry.tsx'

export function Registries() {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(registries.create)
  const registriesQuery = useQuery(query(api.registries.list, { params: { accountUuid } }))
  const ecosystems = registriesQuery.data?.ecosystems ?? []
  const nameOf = (ecosystem: string) => ecosystems.find(({ id }) => id === ecosystem)?.name ?? ecosystem
  const edit = (registry: PackageRegistry | null, onClose: () => void) => (
    <EditRegistry registry={registry} accountUuid={accountUuid} ecosystems={ecosystems} onClose={onClose} />
  )
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{
        label: messages.add,
        denialReason,
        isPrimary: true,
        renderDialog: (onClose) => registriesQuery.data && edit(null, onClose),
      }}
      query={{ ...registriesQuery, data: registriesQuery.data?.registries }}
      columns={columnsOf(nameOf)}
      none={messages.none}
      actions={(registry) => [
        {
          text: messages.check,
          label: messages.checkOf(registry.pattern),
          denialReason,
          renderDialog: (onClose) => (
            <CheckRegistry registry={registry} accountUuid={accountUuid} onClose={onClose} />
          ),
        },
        {
          text: messages.edit,
          label: messages.editOf(registry.pattern),
          denialReason,
          renderDialog: (onClose) => edit(registry, onClose),
        },
        {
          text: messages.remove,
          label: messages.removeOf(registry.pattern),
          denialReason,
          confirm: {
            title: messages.removeTitle(registry.pattern),
            text: messages.removeText,
            submit: messages.remove,
            action: () => api.registries.remove({ params: { accountUuid, registryUuid: registry.uuid } }),
          },
        },
      ]}
    />
  )
}

const columnsOf = (nameOf: (ecosystem: string) => string): readonly Column<PackageRegistry>[] => [
  {
    title: messages.columns.pattern,
    cell: ({ pattern, ecosystem }) => (
      <>
        {pattern}
        <div className="text-xs font-normal text-soft">{nameOf(ecosystem)}</div>
      </>
    ),
  },
  {
    title: messages.columns.url,
    style: wraps,
    cell: ({ url, credentials }) => (
      <>
        {url}
        {credentials !== 'none' && (
          <div className="text-xs text-soft">{messages.form.kinds[credentials]}</div>
        )}
      </>
    ),
  },
  { title: messages.columns.state, style: 'min-w-48', cell: (registry) => <State {...registry} /> },
  { title: messages.columns.packages, style: 'min-w-28', cell: (registry) => <Packages {...registry} /> },
]

const variants = { ok: 'good', waiting: 'plain', failing: 'bad', off: 'plain' } as const

function State({ state, lastSuccessAt, lastErrorAt, error, resumesAt }: PackageRegistry) {
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

function Packages({ packages: { known, waiting, absent, failed } }: PackageRegistry) {
  const all = known + waiting + absent + failed
  return (
    <>
      {all === 0 ? '–' : messages.known(known, all)}
      {absent > 0 && <div className="text-xs text-soft">{messages.absent(absent)}</div>}
    </>
  )
}
