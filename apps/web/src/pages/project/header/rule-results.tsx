import type { Overview } from '@assay/contract/scans.ts'
import type { RuleResult } from '@assay/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules } from '../../../messages/policy-rules.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { describeResults } from './rule-results-model.ts'

const messages = policyRules.report

/** What the policy rules say of the scan: which failed it, with their hits; and which were undecided. */
export function RuleResults({ overview: { project, scan } }: { overview: Overview }) {
  const params = { projectUuid: project.uuid }
  const { data } = useQuery(query(api.reports.rules, { params, query: { reportUuid: scan.uuid } }))
  const { summary, isFailed, listed } = describeResults(data?.results ?? [])
  if (listed.length === 0) return null
  return (
    <details
      open={isFailed}
      className="m-0 rounded-card border border-line bg-surface px-3 py-2 print:hidden"
    >
      <summary className="cursor-pointer">
        <span className={isFailed ? 'font-semibold text-danger' : 'font-semibold'}>{messages.title}</span>{' '}
        <span className="text-soft">{summary}</span>
      </summary>
      <ul className="m-0 mt-2 grid list-none gap-2 p-0">
        {listed.map((result) => (
          <Result key={`${result.ruleUuid} ${result.file ?? ''}`} result={result} />
        ))}
      </ul>
    </details>
  )
}

const hitsShown = 5

function Result({
  result: { ruleUuid, kind, name, effect, mode, fails, file, hits, hitCount, passedUnknown, issues },
}: {
  result: RuleResult
}) {
  const shown = hits.slice(0, hitsShown)
  return (
    <li className="min-w-0 text-sm [overflow-wrap:anywhere]">
      <Badge variant={fails ? 'bad' : 'plain'}>
        {mode === 'log' ? messages.logged : policyRules.effects[effect]}
      </Badge>{' '}
      {kind === 'scores' || file !== null ? (
        <span className="font-medium">{name}</span>
      ) : (
        <Link
          to={paths.ruleHits}
          params={{ ruleUuid }}
          preload={false}
          className="font-medium text-ink underline"
        >
          {name}
        </Link>
      )}
      {file !== null && <span className="text-soft"> {messages.ofFile(file)}</span>}
      <ul className="m-0 list-none p-0 text-soft">
        {shown.map(({ key, label, unknown }) => (
          <li key={key}>
            {label}
            {unknown.length > 0 && ` (${messages.undecided(unknown.join(', '))})`}
          </li>
        ))}
        {hitCount > shown.length && <li>{messages.more(hitCount - shown.length)}</li>}
        {passedUnknown > 0 && <li>{messages.unknown(passedUnknown)}</li>}
        {issues.map((issue) => (
          <li key={issue}>{issue}</li>
        ))}
      </ul>
    </li>
  )
}
