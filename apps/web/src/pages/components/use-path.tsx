import { describePath } from '@assay/engine/reports/describe-path.ts'
import type { Dependency, DependencyUse } from '@assay/contract/insights.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { components } from '../../messages/components.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'

const messages = components.uses

interface Props {
  use: DependencyUse
  row: Dependency
  accountUuid: string
  isInitiallyShown: boolean
}

/** How a branch depends on a component: directly, or by a dependency path. */
export function UsePath(props: Props) {
  const { use, isInitiallyShown } = props
  const [isShown, setShown] = useState(isInitiallyShown)
  if (use.isDirect) return components.direct
  if (use.isDirect === null && use.requiredBy.length === 0)
    return <span className="text-soft">{components.unknown}</span>
  if (isShown) return <Paths {...props} />
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {use.requiredBy[0] ?? components.transitive}
      <Button
        variant="quiet"
        aria-label={messages.showPathOf(use.projectName, use.branch)}
        onPress={() => setShown(true)}
      >
        {messages.showPath}
      </Button>
    </span>
  )
}

function Paths({ use, row, accountUuid }: Props) {
  const { projectUuid: project, branch } = use
  const known = useQuery(
    query(api.insights.paths, {
      params: { accountUuid },
      query: { project, branch, name: row.name, version: row.version },
    }),
  )
  return (
    <QueryView query={known} skeleton={<Skeleton className="h-4 w-40" />} failed={messages.pathFailed}>
      {({ paths }) => <PathList paths={paths} />}
    </QueryView>
  )
}

function PathList({ paths }: { paths: readonly (readonly string[])[] }) {
  const [isWhole, setWhole] = useState(false)
  if (paths.length === 0) return <span className="text-soft">{messages.noPath}</span>
  const shown = isWhole ? paths : paths.slice(0, 1)
  return (
    <>
      <ol className="m-0 grid list-none gap-1 p-0">
        {shown.map((path) => (
          <Path key={path.join(' ')} path={path} />
        ))}
      </ol>
      {!isWhole && paths.length > 1 && (
        <button
          type="button"
          className="min-h-6 cursor-pointer text-xs text-soft hover:text-ink hover:underline"
          onClick={() => setWhole(true)}
        >
          {messages.otherPaths(paths.length - 1)}
        </button>
      )}
    </>
  )
}

const Path = ({ path }: { path: readonly string[] }) => (
  <li>
    <span className="text-soft">{messages.project}</span>
    {describePath(path).map((step, index) => (
      <span key={`${index} ${step}`} className={index === path.length - 1 ? 'font-medium' : ''}>
        <span className="text-soft"> › </span>
        {step}
      </span>
    ))}
  </li>
)
