import { type ProjectBranch, type ProjectItem, projects as calls } from '@assay/contract/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { projects } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { checkedText } from '../../widgets/findings/checked.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { Percentile } from '../../widgets/findings/percentile.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { Confirm } from '../../widgets/forms/confirm.tsx'

const messages = projects.branchList

/** The branches of a project, with delete buttons. */
export function Branches({ project, onClose }: { project: ProjectItem; onClose: () => void }) {
  const params = { projectUuid: project.uuid }
  const branchesQuery = useQuery(query(api.projects.branches, { params }))
  const [selected, setSelected] = useState<ProjectBranch | null>(null)
  const isAllowed = usePermission()(calls.removeBranch.permission)
  if (selected)
    return (
      <Confirm
        title={messages.removeTitle(selected.name)}
        text={messages.removeText}
        submit={messages.submit}
        name={selected.name}
        action={() =>
          api.projects.removeBranch({
            params: { ...params, branchUuid: selected.uuid },
            query: { name: selected.name },
          })
        }
        onClose={() => setSelected(null)}
      />
    )
  return (
    <Dialog title={messages.title(project.name)} isOpen onOpenChange={onClose}>
      <QueryView
        query={branchesQuery}
        skeleton={<Skeleton className="h-24 w-full" />}
        failed={messages.failed}
        forbidden={projects.forbidden}
      >
        {(branches) =>
          branches.length === 0 ? (
            <p className="m-0 text-soft">{messages.none}</p>
          ) : (
            <ul className="m-0 grid max-h-[50dvh] list-none gap-1 overflow-y-auto p-0">
              {branches.map((branch) => (
                <li
                  key={branch.uuid}
                  className="flex items-center gap-3 border-b border-line-soft py-1.5 last:border-b-0"
                >
                  <span className="min-w-0 grow [overflow-wrap:anywhere]">
                    {branch.name}
                    <span className="block text-xs text-soft">
                      {messages.scans(branch.scans)} ·{' '}
                      <When epochMs={branch.lastScannedAt} otherwise={projects.never} />
                      {branch.latest?.measured.security && (
                        <>
                          {' '}
                          · {messages.score(branch.latest.score)} <Percentile score={branch.latest.score} />
                        </>
                      )}
                      {branch.latest && branch.latest.coverage.checked < branch.latest.coverage.listed && (
                        <> · {checkedText(branch.latest.coverage)}</>
                      )}
                    </span>
                  </span>
                  {isAllowed && (
                    <Button aria-label={messages.removeOf(branch.name)} onPress={() => setSelected(branch)}>
                      {messages.remove}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Dialog>
  )
}
