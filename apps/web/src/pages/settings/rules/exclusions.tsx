import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { type Exclusion, exclusions } from '@assay/contract/exclusions.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { When } from '../../../ui/when.tsx'
import { account as texts } from '../../../messages/account.ts'
import { ResourceSection } from '../resource-section.tsx'
import { type Column, wraps } from '../resource-table.tsx'
import type { SectionProps } from '../search.ts'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { useOwnershipDenial } from './use-ownership-denial.ts'
import { AcceptedGaps } from './accepted-gaps.tsx'
import { MadeBy, ProjectName } from './names.tsx'
import { NewExclusion } from './new-exclusion.tsx'
import { VexDocuments } from './vex-documents.tsx'

const messages = rules.exclusions
export const Exclusions = (props: SectionProps) => (
  <>
    <ExclusionList {...props} />
    <AcceptedGaps />
    <VexDocuments />
  </>
)

function ExclusionList({ search, onSearch }: SectionProps) {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const domain = search.domain ?? 'security'
  const exclusionsQuery = useQuery(query(api.exclusions.list, { params, query: { domain } }))
  const removalDenial = denialReasonOf(exclusions.remove)
  const ownershipDenialOf = useOwnershipDenial()
  const put = useMutationWithToast((exclusion: Exclusion) => {
    const { id: _id, domain: _domain, createdAt: _at, createdBy: _by, ...rest } = exclusion
    const { teamUuids: _teams, lastMatchedAt: _matched, ...body } = rest
    return api.exclusions.create({ params, query: { domain: exclusion.domain }, body })
  })
  return (
    <ResourceSection
      title={messages.title}
      more={
        <Segments
          label={messages.domain}
          value={domain}
          options={domains.map((value) => ({ value, label: messages.domains[value] }))}
          onChange={(chosen) => onSearch({ domain: chosen === 'security' ? undefined : chosen })}
        />
      }
      add={{
        label: messages.add,
        denialReason: denialReasonOf(exclusions.create),
        isPrimary: true,
        renderDialog: (onClose) => <NewExclusion domain={domain} onClose={onClose} />,
      }}
      query={exclusionsQuery}
      columns={columns}
      keyOf={({ id }) => id}
      none={messages.none}
      actions={(exclusion) => [
        {
          text: messages.remove,
          label: messages.removeOf(targetOf(exclusion)),
          denialReason: removalDenial ?? ownershipDenialOf(exclusion),
          hides: true,
          call: async () => {
            const { domain, id } = exclusion
            await api.exclusions.remove({ params, query: { domain, id } })
            const undo = { label: texts.undo, run: () => put.mutate(exclusion) }
            showNotice(messages.removed(targetOf(exclusion)), undo)
          },
        },
      ]}
    />
  )
}

const targetOf = ({ cve, uuid, library, version }: Exclusion) => {
  if (!library) return cve ?? uuid ?? ''
  return `${ecosystemName(library.language) ?? library.language} ${library.name} ${version === '*' ? messages.anyVersion : version}`
}

const columns: readonly Column<Exclusion>[] = [
  { title: messages.columns.what, cell: targetOf },
  {
    title: messages.columns.where,
    style: 'min-w-28 [overflow-wrap:anywhere]',
    cell: ({ projectUuid }) => <ProjectName uuid={projectUuid} />,
  },
  {
    title: messages.columns.reason,
    style: wraps,
    cell: ({ reason, description }) => (
      <>
        {messages.reasons[reason]}
        {description !== '' && <div className="text-soft">{description}</div>}
      </>
    ),
  },
  { title: messages.columns.since, cell: (exclusion) => <MadeBy {...exclusion} /> },
  {
    title: messages.columns.until,
    cell: ({ expiresAt }) => <When epochMs={expiresAt} otherwise={messages.forGood} />,
  },
  {
    title: messages.columns.matched,
    cell: ({ lastMatchedAt }) => <When epochMs={lastMatchedAt} otherwise={messages.neverMatched} />,
  },
]
