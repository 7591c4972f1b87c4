import { type AcceptedGap, gaps } from '@assay/contract/gaps.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { coverage } from '../../../messages/coverage.ts'
import { rules } from '../../../messages/rules.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'
import { MemberName, ProjectName } from './names.tsx'
import { useOwnershipDenial } from './use-ownership-denial.ts'

const messages = coverage.list
const { what, where, reason, since, until } = rules.exclusions.columns
const columns = [what, where, reason, since, until].map((title) => ({ title }))

/** Packages and files that members accept not to be checked. */
export function AcceptedGaps() {
  const params = { accountUuid: useUser().account.uuid }
  const accepted = useQuery(query(api.gaps.list, { params }))
  return (
    <Section title={messages.title} lead={messages.lead} isFlush>
      <ResourceTable label={messages.title} query={accepted} columns={columns} none={messages.none}>
        {(gap) => <Row key={gap.uuid} gap={gap} />}
      </ResourceTable>
    </Section>
  )
}

function Row({ gap }: { gap: AcceptedGap }) {
  const params = { accountUuid: useUser().account.uuid }
  const name = gap.package?.name ?? gap.file ?? gap.kind ?? ''
  const ownershipDenial = useOwnershipDenial(gap)
  const denialReason = useDenialReason()(gaps.remove) ?? ownershipDenial
  const remove = useMutationWithToast<void>(async () => {
    await api.gaps.remove({ params: { ...params, gapUuid: gap.uuid } })
    showNotice(messages.removed(name))
  })
  if (remove.isPending) return null
  return (
    <tr className={rowStyle}>
      <NameCell>{name}</NameCell>
      <td className="min-w-28 px-3 py-1.5 [overflow-wrap:anywhere]">
        <ProjectName uuid={gap.projectUuid} />
      </td>
      <td className="min-w-40 px-3 py-1.5 [overflow-wrap:anywhere]">{gap.reason}</td>
      <td className={cellStyle}>
        <When epochMs={gap.createdAt} />
        <div className="text-soft">
          <MemberName uuid={gap.createdBy} />
        </div>
      </td>
      <td className={cellStyle}>
        <When epochMs={gap.expiresAt} otherwise={rules.exclusions.forGood} />
      </td>
      <ActionsCell
        actions={[
          { text: messages.remove, label: messages.removeOf(name), denialReason, run: () => remove.mutate() },
        ]}
      />
    </tr>
  )
}
