import type { AuditEvent } from '@assay/contract/audit.ts'
import { settings } from '../../../messages/settings.ts'
import { Header, Table } from '../../../ui/table.tsx'
import { agentName } from '../agent-name.ts'
import { DescriptionList } from '../description-list.tsx'
import { compare, type Difference, labelOf } from './model.ts'

const messages = settings.audit

/** Origin, target and changed values of an event. */
export function EventDetails({ event }: { event: AuditEvent }) {
  const { action, address, agent, credential, target, before, after } = event
  const { differences, unchanged } = compare(before, after)
  const program = agent === '' ? messages.noAgent : <span title={agent}>{agentName(agent)}</span>
  return (
    <section aria-label={messages.detailsOf(labelOf(action))} className="grid gap-4 px-4 py-3">
      <DescriptionList
        facts={[
          [messages.operation, <code key="operation">{action}</code>],
          [messages.address, address],
          [messages.agent, program],
          [messages.credential, credential],
          ...Object.entries(target),
        ]}
      />
      {differences.length === 0 ? (
        <p className="m-0 text-soft">{messages.noDifference}</p>
      ) : (
        <Differences differences={differences} />
      )}
      {unchanged > 0 && <p className="m-0 text-soft">{messages.unchanged(unchanged)}</p>}
    </section>
  )
}

const Differences = ({ differences }: { differences: readonly Difference[] }) => (
  <Table label={messages.difference}>
    <thead>
      <tr className="border-b border-line">
        <Header title={messages.field} />
        <Header title={messages.before} />
        <Header title={messages.after} />
      </tr>
    </thead>
    <tbody>
      {differences.map(({ path, before, after }) => (
        <tr key={path} className="border-b border-line-soft align-top last:border-0">
          <th scope="row" className="px-3 py-1.5 text-left font-medium">
            {path === '' ? messages.value : path}
          </th>
          <Value text={before} color="text-danger" />
          <Value text={after} color="text-safe" />
        </tr>
      ))}
    </tbody>
  </Table>
)

const Value = ({ text, color }: { text: string | null; color: string }) => (
  <td className="px-3 py-1.5 [overflow-wrap:anywhere]">
    {text === null || text === '' ? (
      <span className="text-soft">{text === null ? messages.absent : messages.empty}</span>
    ) : (
      <span className={color}>{text}</span>
    )}
  </td>
)
