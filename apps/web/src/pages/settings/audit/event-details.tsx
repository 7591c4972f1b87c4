import type { AuditEvent } from '@assay/contract/audit.ts'
import { settings } from '../../../texts/settings.ts'
import { Header, Table } from '../../../ui/table.tsx'
import { agentName } from '../agent-name.ts'
import { Facts } from '../facts.tsx'
import { compare, type Difference, summaryOf } from './model.ts'

const words = settings.audit

/** From where an act came, what it was made on, and what it changed. */
export function EventDetails({ event }: { event: AuditEvent }) {
  const { action, address, agent, credential, target, before, after } = event
  const { differences, unchanged } = compare(before, after)
  const program = agent === '' ? words.noAgent : <span title={agent}>{agentName(agent)}</span>
  return (
    <section aria-label={words.detailsOf(action)} className="grid gap-4 px-4 py-3">
      <p className="m-0 max-w-prose">{summaryOf(action) ?? action}</p>
      <Facts
        facts={[
          [words.address, address],
          [words.agent, program],
          [words.credential, credential],
          ...Object.entries(target),
        ]}
      />
      {differences.length === 0 ? (
        <p className="m-0 text-soft">{words.noDifference}</p>
      ) : (
        <Differences differences={differences} />
      )}
      {unchanged > 0 && <p className="m-0 text-soft">{words.unchanged(unchanged)}</p>}
    </section>
  )
}

const Differences = ({ differences }: { differences: readonly Difference[] }) => (
  <Table label={words.difference}>
    <thead>
      <tr className="border-b border-line">
        <Header title={words.field} />
        <Header title={words.before} />
        <Header title={words.after} />
      </tr>
    </thead>
    <tbody>
      {differences.map(({ path, before, after }) => (
        <tr key={path} className="border-b border-line-soft align-top last:border-0">
          <th scope="row" className="px-3 py-1.5 text-left font-medium">
            {path === '' ? words.value : path}
          </th>
          <Value text={before} look="text-danger" />
          <Value text={after} look="text-safe" />
        </tr>
      ))}
    </tbody>
  </Table>
)

const Value = ({ text, look }: { text: string | null; look: string }) => (
  <td className="px-3 py-1.5 [overflow-wrap:anywhere]">
    {text === null || text === '' ? (
      <span className="text-soft">{text === null ? words.absent : words.empty}</span>
    ) : (
      <span className={look}>{text}</span>
    )}
  </td>
)
