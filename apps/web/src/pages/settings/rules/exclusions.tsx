import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { type Exclusion, exclusions } from '@assay/contract/exclusions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { account as texts } from '../../../messages/account.ts'
import { ActionButton } from '../action-button.tsx'
import { ActionsCell, ResourceTable, NameCell } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import type { SectionProps } from '../search.ts'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { useOwnershipDenial } from './use-ownership-denial.ts'
import { AcceptedGaps } from './accepted-gaps.tsx'
import { MemberName, ProjectName } from './names.tsx'
import { NewExclusion } from './new-exclusion.tsx'
import { VexDocuments } from './vex-documents.tsx'

const messages = rules.exclusions
const { what, where, reason, since, until, matched } = messages.columns
const columns = [what, where, reason, since, until, matched].map((title) => ({ title }))

export const Exclusions = (props: SectionProps) => (
  <>
    <ExclusionList {...props} />
    <AcceptedGaps />
    <VexDocuments />
  </>
)

function ExclusionList({ search, onSearch }: SectionProps) {
  const params = { accountUuid: useUser().account.uuid }
  const denialReason = useDenialReason()(exclusions.create)
  const domain = search.domain ?? 'security'
  const exclusionsQuery = useQuery(query(api.exclusions.list, { params, query: { domain } }))
  const [isMaking, setMaking] = useState(false)
  return (
    <Section
      title={messages.title}
      isFlush
      actions={
        <>
          <Segments
            label={messages.domain}
            value={domain}
            options={domains.map((value) => ({ value, label: messages.domains[value] }))}
            onChange={(chosen) => onSearch({ domain: chosen === 'security' ? undefined : chosen })}
          />
          <ActionButton variant="primary" denialReason={denialReason} onPress={() => setMaking(true)}>
            {messages.add}
          </ActionButton>
        </>
      }
    >
      <ResourceTable label={messages.title} query={exclusionsQuery} columns={columns} none={messages.none}>
        {(exclusion) => <Row key={exclusion.id} exclusion={exclusion} />}
      </ResourceTable>
      {isMaking && <NewExclusion domain={domain} onClose={() => setMaking(false)} />}
    </Section>
  )
}

const targetOf = ({ cve, uuid, library, version }: Exclusion) => {
  if (!library) return cve ?? uuid ?? ''
  return `${ecosystemName(library.language) ?? library.language} ${library.name} ${version === '*' ? messages.anyVersion : version}`
}

function Row({ exclusion }: { exclusion: Exclusion }) {
  const { id, domain, description, reason, createdAt, expiresAt, lastMatchedAt } = exclusion
  const params = { accountUuid: useUser().account.uuid }
  const name = targetOf(exclusion)
  const ownershipDenial = useOwnershipDenial(exclusion)
  const denialReason = useDenialReason()(exclusions.remove) ?? ownershipDenial
  const put = useMutationWithToast<void>(() => {
    const { id: _id, domain: _domain, createdAt: _at, createdBy: _by, ...rest } = exclusion
    const { teamUuids: _teams, lastMatchedAt: _matched, ...body } = rest
    return api.exclusions.create({ params, query: { domain }, body })
  })
  const remove = useMutationWithToast<void>(async () => {
    await api.exclusions.remove({ params, query: { domain, id } })
    showNotice(messages.removed(name), { label: texts.undo, run: () => put.mutate() })
  })
  if (remove.isPending) return null
  return (
    <tr className={rowStyle}>
      <NameCell>{name}</NameCell>
      <td className="min-w-28 px-3 py-1.5 [overflow-wrap:anywhere]">
        <ProjectName uuid={exclusion.projectUuid} />
      </td>
      <td className="min-w-40 px-3 py-1.5 [overflow-wrap:anywhere]">
        {messages.reasons[reason]}
        {description !== '' && <div className="text-soft">{description}</div>}
      </td>
      <td className={cellStyle}>
        <When epochMs={createdAt} />
        <div className="text-soft">
          <MemberName uuid={exclusion.createdBy} />
        </div>
      </td>
      <td className={cellStyle}>
        <When epochMs={expiresAt} otherwise={messages.forGood} />
      </td>
      <td className={cellStyle}>
        <When epochMs={lastMatchedAt} otherwise={messages.neverMatched} />
      </td>
      <ActionsCell
        actions={[
          { text: messages.remove, label: messages.removeOf(name), denialReason, run: () => remove.mutate() },
        ]}
      />
    </tr>
  )
}
