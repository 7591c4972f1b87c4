import { type AcceptedGap, gaps } from '@assay/contract/gaps.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { coverage } from '../../../messages/coverage.ts'
import { rules } from '../../../messages/rules.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { When } from '../../../ui/when.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { type Column, wraps } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { MadeBy, ProjectName } from './names.tsx'
import { useOwnershipDenial } from './use-ownership-denial.ts'

const messages = coverage.list
const nameOf = (gap: AcceptedGap) => gap.package?.name ?? gap.file ?? gap.kind ?? ''

const { what, where, reason, since, until } = rules.exclusions.columns
const columns: readonly Column<AcceptedGap>[] = [
  { title: what, cell: nameOf },
  {
    title: where,
    style: 'min-w-28 [overflow-wrap:anywhere]',
    cell: ({ projectUuid }) => <ProjectName uuid={projectUuid} />,
  },
  { title: reason, style: wraps, cell: (gap) => gap.reason },
  { title: since, cell: (gap) => <MadeBy {...gap} /> },
  {
    title: until,
    cell: ({ expiresAt }) => <When epochMs={expiresAt} otherwise={rules.exclusions.forGood} />,
  },
]

/** Packages and files that members accept not to be checked. */
export function AcceptedGaps() {
  const params = { accountUuid: useUser().account.uuid }
  const accepted = useQuery(query(api.gaps.list, { params }))
  const denialReason = useDenialReason()(gaps.remove)
  const ownershipDenialOf = useOwnershipDenial()
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      query={accepted}
      columns={columns}
      none={messages.none}
      actions={(gap) => [
        {
          text: messages.remove,
          label: messages.removeOf(nameOf(gap)),
          denialReason: denialReason ?? ownershipDenialOf(gap),
          hides: true,
          call: async () => {
            await api.gaps.remove({ params: { ...params, gapUuid: gap.uuid } })
            showNotice(messages.removed(nameOf(gap)))
          },
        },
      ]}
    />
  )
}
