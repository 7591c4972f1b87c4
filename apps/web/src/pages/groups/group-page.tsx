import type { GroupItem } from '@assay/contract/groups.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { groups as messages } from '../../messages/groups.ts'
import { severityNames } from '../../messages/severity.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { pathOf, withAllBelow } from '../../widgets/groups/tree-model.ts'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { GroupActions } from './group-actions.tsx'
import { GroupFigures } from './group-figures.tsx'
import { GroupTree } from './group-tree.tsx'

/** One group: its numbers, who owns it, what its projects inherit, and the groups below it. */
export function GroupPage({ groupUuid }: { groupUuid: string }) {
  return (
    <MembersOnly>
      <Loaded groupUuid={groupUuid} />
    </MembersOnly>
  )
}

function Loaded({ groupUuid }: { groupUuid: string }) {
  const found = useQuery(query(api.groups.list, {}))
  const group = found.data?.find(({ uuid }) => uuid === groupUuid)
  useTitle(group?.name ?? messages.title)
  return (
    <QueryView
      query={found}
      skeleton={<ListSkeleton row="h-11.25" />}
      failed={messages.failed}
      forbidden={messages.forbidden}
    >
      {(list) => (group ? <Group group={group} groups={list} /> : <EmptyState title={messages.missing} />)}
    </QueryView>
  )
}

interface Props {
  group: GroupItem
  groups: readonly GroupItem[]
}

function Group({ group, groups }: Props) {
  const below = withAllBelow(groups, group.uuid)
  const inside = groups.filter(({ uuid }) => uuid !== group.uuid && below.has(uuid))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <Above above={pathOf(groups, group.uuid).slice(0, -1)} />
        <PageTitle
          title={group.name}
          lead={[messages.kinds[group.kind], group.description].filter((each) => each !== '').join(' · ')}
          actions={<GroupActions group={group} groups={groups} />}
        />
      </div>
      <GroupFigures group={group} />
      <Facts group={group} />
      {inside.length > 0 && (
        <Card title={messages.below}>
          <GroupTree groups={inside} label={messages.below} />
        </Card>
      )}
    </div>
  )
}

const Above = ({ above }: { above: readonly GroupItem[] }) => (
  <nav aria-label={messages.above} className="mb-1 flex flex-wrap gap-x-1 text-xs text-soft print:hidden">
    <Link to={paths.groups} data-target className="underline">
      {messages.title}
    </Link>
    {above.map(({ uuid, name }) => (
      <span key={uuid}>
        <span aria-hidden>› </span>
        <Link to={paths.group} params={{ groupUuid: uuid }} data-target className="underline">
          {name}
        </Link>
      </span>
    ))}
  </nav>
)

function Facts({ group: { owners, teams, rule, fixTargets, minimums } }: { group: GroupItem }) {
  const targets = Object.entries(fixTargets).flatMap(([severity, days]) =>
    days === null ? [] : [`${severityNames[severity as keyof typeof fixTargets]} ${messages.days(days)}`],
  )
  const scores = Object.entries(minimums).flatMap(([domain, score]) =>
    score === null ? [] : [`${messages.form.scores[domain as keyof typeof minimums]} ${score}`],
  )
  const facts = [
    [messages.owners, owners.map(({ name }) => name).join(', ') || messages.noOwners],
    [messages.teams, teams.map(({ name }) => name).join(', ') || messages.noOwners],
    [messages.rule, rule === null ? messages.noOwners : messages.ruleOf(rule.tag, rule.pattern)],
    [messages.targets, targets.join(', ') || messages.inherited],
    [messages.minimums, scores.join(', ') || messages.inherited],
  ]
  return (
    <Card title={messages.details}>
      <dl className="m-0 grid gap-x-6 gap-y-2 p-4 text-sm sm:grid-cols-[max-content_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="m-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
