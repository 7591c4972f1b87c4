import { isaac, type IsaacPolicy } from '@assay/contract/isaac.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { severityNames } from '../../../messages/severity.ts'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { infrastructure } from '../../../messages/infrastructure.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilterField } from '../../../ui/filter-field.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import type { SectionProps } from '../search.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { EditInfrastructurePolicy } from './edit-infrastructure-policy.tsx'

const messages = infrastructure.policies
const columns = Object.values(messages.columns).map((title) => ({ title }))
const rowsAtOnce = 200

/** Infrastructure-as-code rules seen in the account, with their policies. */
export function InfrastructurePolicies({ search, onSearch }: SectionProps) {
  const policies = useQuery(query(api.isaac.policies, {}))
  const [limit, setLimit] = useState(rowsAtOnce)
  const found = policies.data?.filter((policy) => matches(policy, search.q ?? ''))
  const hidden = (found?.length ?? 0) - limit
  return (
    <ResourceSection
      title={messages.title}
      isTitleHidden
      more={
        <div className="mr-auto max-sm:w-full">
          <FilterField
            label={messages.filter}
            placeholder={messages.filterHint}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ q: q === '' ? undefined : q })}
          />
        </div>
      }
      above={
        <p role="status" className="m-0 px-4 py-2 text-xs text-soft empty:hidden">
          {found && policies.data?.length !== 0 && messages.shown(found.length)}
        </p>
      }
      query={{ ...policies, data: found?.slice(0, limit) }}
      columns={columns}
      none={policies.data?.length === 0 ? messages.none : messages.nothingMatches}
      below={
        hidden > 0 && (
          <div className="p-3">
            <Button onPress={() => setLimit(limit + rowsAtOnce)}>
              {messages.more(Math.min(hidden, rowsAtOnce))}
            </Button>
          </div>
        )
      }
    >
      {(policy) => <PolicyRow key={policy.sysid} policy={policy} />}
    </ResourceSection>
  )
}

function matches({ sysid, tool, title, tags }: IsaacPolicy, q: string): boolean {
  const text = [sysid, tool, title, ...tags].join('\n').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function PolicyRow({ policy }: { policy: IsaacPolicy }) {
  const { sysid, tool, title, helpUri, severity, tags } = policy
  const denialReason = useDenialReason()(isaac.setPolicy)
  const { change, shown } = useUndoable((enabled: boolean) =>
    api.isaac.setPolicy({ params: { sysid }, body: { enabled } }),
  )
  const isOn = shown(policy.enabled)
  const next = isOn ? 'off' : 'on'
  return (
    <tr className={rowStyle}>
      <NameCell>
        {helpUri === null ? (
          sysid
        ) : (
          <a href={helpUri} target="_blank" rel="noopener noreferrer">
            {sysid}
          </a>
        )}{' '}
        {!isOn && <Badge>{messages.off}</Badge>}
        <span className="block font-normal text-soft">{title}</span>
      </NameCell>
      <td className="px-3 py-1.5 text-soft">{tool}</td>
      <td className="px-3 py-1.5">
        <Severity severity={severity} word={severityNames[severity]} isFaint={!isOn} />
      </td>
      <td className="min-w-28 px-3 py-1.5 [overflow-wrap:anywhere]">
        {tags.length === 0 ? messages.everywhere : tags.map(messages.ofTag).join(', ')}
      </td>
      <ActionsCell
        actions={[
          {
            text: messages.turn[next],
            label: messages.turnOf[next](sysid),
            denialReason,
            run: () => change(isOn, !isOn, messages.turned[next](sysid)),
          },
          {
            text: messages.edit,
            label: messages.editOf(sysid),
            denialReason,
            renderDialog: (onClose) => <EditInfrastructurePolicy policy={policy} onClose={onClose} />,
          },
        ]}
      />
    </tr>
  )
}
