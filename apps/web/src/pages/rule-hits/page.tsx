import type { ListedRuleHit } from '@assay/contract/rule-hits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { policyRules } from '../../messages/policy-rules.ts'
import { ruleHits as messages } from '../../messages/rule-hits.ts'
import { severityNames } from '../../messages/severity.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Severity } from '../../ui/severity.tsx'
import { When } from '../../ui/when.tsx'
import { ProjectLink, VulnerabilityLink } from '../../widgets/lists/cells.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { cleared } from '../../widgets/lists/search-fields.ts'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { TriageButton } from '../../widgets/triage/triage-button.tsx'
import { RuleHitsSearch } from './search.ts'

/** The rule is in the path. */
type Search = RuleHitsSearch & { ruleUuid: string }

const columns = columnsOf<ListedRuleHit, keyof typeof messages.columns>(messages.columns, {
  hit: {
    style: '[overflow-wrap:anywhere]',
    cell: ({ finding, label, unknown }) => (
      <>
        {finding ? (
          <VulnerabilityLink id={finding.id} displayId={finding.displayId} hint={label} />
        ) : (
          <LongName name={label} />
        )}
        {unknown.length > 0 && (
          <span className="block text-xs text-soft">{messages.undecided(unknown.join(', '))}</span>
        )}
      </>
    ),
  },
  severity: {
    width: 'w-28',
    from: 'medium',
    below: true,
    isFilled: ({ finding }) => finding !== null,
    cell: ({ finding }) =>
      finding && <Severity severity={finding.severity} word={severityNames[finding.severity]} />,
  },
  package: {
    width: 'w-[26%]',
    from: 'medium',
    below: true,
    style: '[overflow-wrap:anywhere]',
    isFilled: ({ finding }) => finding !== null,
    cell: ({ finding, projectUuid }) =>
      finding && (
        <span className="flex flex-wrap items-center gap-2">
          <LongName name={finding.package} />
          <TriageButton
            finding={{
              projectUuid,
              ecosystem: finding.ecosystem,
              package: finding.package,
              advisoryUuid: finding.advisoryUuid,
            }}
            displayId={finding.displayId}
          />
        </span>
      ),
  },
  project: {
    width: 'w-[22%]',
    from: 'medium',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: (row) => <ProjectLink {...row} text={row.branch} />,
  },
  effect: {
    width: 'w-40',
    below: true,
    cell: ({ effect, mode }) => (
      <Badge variant={mode === 'on' && fails.has(effect) ? 'bad' : 'plain'}>
        {mode === 'on' ? policyRules.effects[effect] : policyRules.modes[mode]}
      </Badge>
    ),
  },
  scanned: { width: 'w-32', cell: ({ scannedAt }) => <When epochMs={scannedAt} /> },
})

const fails: ReadonlySet<string> = new Set(['fail', 'approve'])

/** "What does this rule hit, and where?" */
export const RuleHitsPage = listPage({
  messages,
  permission: 'policies.read',
  useRows: useHits,
  filters: [
    { kind: 'text', field: 'q', label: messages.search, placeholder: messages.searchHint },
    {
      kind: 'text',
      field: 'project',
      label: messages.project,
      placeholder: messages.projectHint,
    },
    { kind: 'projects', team: 'team', tag: 'tag' },
  ],
  noFilters: cleared(RuleHitsSearch),
  status: ({ total, branches }) =>
    total !== undefined && branches !== undefined && policyRules.hits(branches, total),
  download: {
    fileName: 'rule-hits.csv',
    read: ({ account, search }) => api.ruleHits.csv(requestOf(account.uuid, search)),
  },
  table: {
    label: messages.list,
    columns,
    keyOf: ({ reportUuid, branch, label, finding }) =>
      [reportUuid, branch, label, finding?.ecosystem].join(' '),
  },
  rowHeight: 'h-32 md:h-12',
  above: ({ unlisted = 0 }, { account, search }) => (
    <>
      <RuleSummary accountUuid={account.uuid} policyRuleUuid={search.ruleUuid} />
      {unlisted > 0 && <p className="m-0 text-sm text-soft">{messages.unlisted(unlisted)}</p>}
    </>
  ),
  isEmptyWithFilters: true,
})

/** The name of the rule, and what it says. */
function RuleSummary(params: { accountUuid: string; policyRuleUuid: string }) {
  const { data: rule } = useQuery(query(api.rules.get, { params }))
  if (!rule) return <div className="h-11" />
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <h2 className="m-0 flex flex-wrap items-center gap-x-2 text-sm font-semibold">
        <Link
          to={paths.settingsSection}
          params={{ section: 'policies' }}
          data-target
          className="inline-flex min-h-6 items-center text-accent"
        >
          {rule.kind === 'scores' ? policyRules.minimums.title : rule.name}
        </Link>
        <Badge>{policyRules.effects[rule.effect]}</Badge>
        {rule.mode !== 'on' && <Badge>{policyRules.modes[rule.mode]}</Badge>}
      </h2>
      <code className="text-xs text-soft">{rule.condition}</code>
    </div>
  )
}

function useHits({ account, search }: AccountListProps<Search>) {
  const request = requestOf(account.uuid, search)
  const found = usePages({
    key: ['ruleHits', request],
    read: (cursor, options) =>
      api.ruleHits.list({ ...request, query: { ...request.query, ...cursor, limit: '100' } }, options),
    rowsOf: ({ hits }): ListedRuleHit[] => hits,
  })
  return { ...found, ...found.data?.pages[0] }
}

/** The filters in API format: names are compared without white space. */
const requestOf = (accountUuid: string, { ruleUuid, q, project, team, groupUuid, tag }: Search) => ({
  params: { accountUuid, policyRuleUuid: ruleUuid },
  query: {
    ...(q !== undefined && { text: q }),
    ...(project !== undefined && { project: project.replaceAll(/\s/g, '') }),
    ...(team !== undefined && { teamUUID: team }),
    ...(groupUuid !== undefined && { groupUuid }),
    ...(tag !== undefined && { tags: tag.replaceAll(/\s/g, '') }),
  },
})
