import type { FixUpgrade, FixUse } from '@assay/contract/fixes.ts'
import { Link } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { fixes as messages } from '../../messages/fixes.ts'
import { lists } from '../../messages/lists.ts'
import { ssvc } from '../../messages/ssvc.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CopyButton } from '../../widgets/copy-button.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { TicketButton } from '../../widgets/ticket/ticket-button.tsx'
import { NewerBase } from '../../widgets/findings/newer-base.tsx'
import { PackageTriageButton } from '../../widgets/triage/package-triage-button.tsx'
import { Decide } from './decide.tsx'
import { ExcludeUse } from './exclude-use.tsx'
import { obstaclesOf } from '../../widgets/findings/obstacles-of.ts'
import { projectsOf } from './model.ts'
import type { FixesSearch } from './search.ts'

interface Props {
  upgrade: FixUpgrade
  search: FixesSearch
}

export function FixDetails({ upgrade, search }: Props) {
  const hasPermission = usePermission()
  return (
    <div className="mt-3 grid grid-cols-1 gap-3 text-sm">
      {upgrade.isMalware && (
        <p className="m-0 font-semibold">
          {upgrade.to === null ? messages.removeMalware : messages.replaceMalware(upgrade.to)}
        </p>
      )}
      {(upgrade.to !== null || upgrade.isMalware || upgrade.instructions.length > 0) && (
        <Command upgrade={upgrade} />
      )}
      {hasPermission('reports.edit') && <Decide upgrade={upgrade} />}
      <Uses upgrade={upgrade} search={search} />
    </div>
  )
}

function Command({ upgrade }: { upgrade: FixUpgrade }) {
  const { command } = upgrade
  const obstacles = obstaclesOf(upgrade)
  return (
    <>
      {command !== null && <CommandLine command={command} />}
      <Obstacles texts={obstacles} />
      {command === null && obstacles.length === 0 && <p className="m-0 text-soft">{messages.noCommand}</p>}
    </>
  )
}

const Obstacles = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="m-0 text-soft [overflow-wrap:anywhere]">
      {text}
    </p>
  ))

function CommandLine({ command }: { command: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 overflow-x-auto rounded-md border border-line bg-raised px-2 py-1.5 font-mono text-xs break-all">
        {command}
      </code>
      <CopyButton text={command} variant="quiet" />
    </div>
  )
}

function Uses({ upgrade, search }: Props) {
  const { ecosystem, packageName, to } = upgrade
  const query = { ...projectsOf(search), ecosystem, packageName, to: to ?? '' }
  const found = useInfiniteQuery({
    queryKey: ['fixes', 'uses', query],
    queryFn: ({ pageParam, signal }) =>
      api.fixes.uses({ query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const uses = found.data?.pages.flatMap((page) => page.uses)
  return (
    <QueryView
      query={{ data: uses, error: found.error, refetch: found.refetch }}
      skeleton={<Skeleton className="h-6 w-64" />}
      failed={messages.failedUses}
      forbidden={messages.forbidden}
    >
      {(list) => (
        <>
          <ul
            aria-label={messages.uses}
            className="m-0 grid list-none grid-cols-1 gap-1 p-0 sm:w-fit sm:max-w-full sm:grid-cols-[minmax(0,auto)_minmax(0,auto)_auto_auto]"
          >
            {list.map((use) => (
              <Use key={`${use.projectUuid} ${use.branch}`} upgrade={upgrade} use={use} />
            ))}
          </ul>
          {found.hasNextPage && (
            <div>
              <Button isDisabled={found.isFetching} onPress={() => void found.fetchNextPage()}>
                {lists.more}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryView>
  )
}

/** How a project does it, where projects differ. */
function OwnInstructions({
  upgrade: { to },
  use: { command, instructions },
}: {
  upgrade: FixUpgrade
  use: FixUse
}) {
  const obstacles = obstaclesOf({ instructions, to })
  if (command === null && obstacles.length === 0) return null
  return (
    <div className="grid w-full grid-cols-1 gap-1 sm:col-span-full">
      {command !== null && <CommandLine command={command} />}
      <Obstacles texts={obstacles} />
    </div>
  )
}

const Use = ({ upgrade, use }: { upgrade: FixUpgrade; use: FixUse }) => (
  <li className="flex min-w-0 flex-wrap items-center gap-x-3 sm:col-span-full sm:grid sm:grid-cols-subgrid">
    <Link
      to={paths.projects}
      search={{ pid: use.projectUuid, branch: use.branch }}
      className="inline-flex min-h-6 min-w-0 items-center text-accent [overflow-wrap:anywhere]"
    >
      <span>
        <LongName name={use.projectName} />
      </span>
    </Link>
    <span className="min-w-0 text-soft [overflow-wrap:anywhere]">{`${use.branch} · ${use.from.join(', ')}`}</span>
    <span className="flex items-center gap-1 sm:contents">
      <span className="flex items-center gap-1 print:hidden">
        <PackageTriageButton
          of={{ projectUuid: use.projectUuid, ecosystem: upgrade.ecosystem, package: upgrade.name }}
          projectName={use.projectName}
        />
        <TicketButton {...use} ecosystem={upgrade.ecosystem} packageName={upgrade.name} />
      </span>
      <span className="print:hidden">
        <ExcludeUse upgrade={upgrade} use={use} />
      </span>
    </span>
    {use.priority && use.priority !== upgrade.priority && (
      <span className="w-full text-soft sm:col-span-full">
        {messages.priority(ssvc.decisions[use.priority])}
      </span>
    )}
    {upgrade.instructions.length === 0 && <OwnInstructions upgrade={upgrade} use={use} />}
    {use.newerBase && (
      <div className="w-full sm:col-span-full">
        <NewerBase newer={use.newerBase} />
      </div>
    )}
  </li>
)
