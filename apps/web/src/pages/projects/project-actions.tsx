import { type ProjectItem, projects as calls } from '@assay/contract/projects.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { projects as messages } from '../../messages/projects.ts'
import { refresh as refreshing } from '../../messages/refresh.ts'
import { showNotice } from '../../ui/alerts.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useRefresh } from '../../widgets/refresh/use-refresh.ts'
import { useRepositoryService } from '../../widgets/refresh/use-repository-service.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { Confirm } from '../../widgets/forms/confirm.tsx'
import { Branches } from './branches.tsx'
import { EditProject } from './edit-project.tsx'

type Action = 'edit' | 'branches' | 'archive' | 'restore' | 'remove'

interface MenuProps {
  project: ProjectItem
  isCompact: boolean
}

/** The current user's actions on a project. */
export function ProjectActions({ project, isCompact }: MenuProps) {
  const [pending, setPending] = useState<Action | null>(null)
  const hasPermission = usePermission()
  const archiveOrRestore = project.archivedAt === null ? 'archive' : 'restore'
  const actions: Action[] = [
    ...(hasPermission(calls.update.permission) ? (['edit'] as const) : []),
    'branches',
    ...(hasPermission(calls.archive.permission) ? [archiveOrRestore as Action] : []),
    ...(hasPermission(calls.remove.permission) ? (['remove'] as const) : []),
  ]
  const service = useRepositoryService()(project.url)
  const { mutate, isPending } = useRefresh()
  const refresh = (from: string) => ({
    id: 'refresh',
    label: refreshing.start(from),
    denialReason: isPending ? refreshing.running : null,
    onAction: () => {
      showNotice(refreshing.started(project.name, from))
      mutate({ projectUuid: project.uuid, name: project.name })
    },
  })
  return (
    <>
      <Menu
        label={messages.columns.actions}
        name={messages.actionsOf(project.name)}
        isCompact={isCompact}
        items={[
          ...(service !== null && project.archivedAt === null ? [refresh(service)] : []),
          ...actions.map((id) => ({ id, label: messages[id], onAction: () => setPending(id) })),
        ]}
      />
      {pending && <ProjectDialog action={pending} project={project} onClose={() => setPending(null)} />}
    </>
  )
}

interface DialogProps {
  action: Action
  project: ProjectItem
  onClose: () => void
}

function ProjectDialog({ action, project, onClose }: DialogProps) {
  const { uuid: projectUuid, name } = project
  const params = { projectUuid }
  if (action === 'edit') return <EditProject project={project} onClose={onClose} />
  if (action === 'branches') return <Branches project={project} onClose={onClose} />
  const { archiving, removing } = messages
  if (action === 'remove')
    return (
      <Confirm
        {...removing}
        title={removing.title(name)}
        name={name}
        action={() => api.projects.remove({ params, query: { name } })}
        onClose={onClose}
      />
    )
  if (action === 'restore')
    return (
      <Confirm
        {...messages.restoring}
        title={messages.restoring.title(name)}
        action={() => api.projects.restore({ params })}
        onClose={onClose}
        isDangerous={false}
      />
    )
  return (
    <Confirm
      {...archiving}
      title={archiving.title(name)}
      action={() => api.projects.archive({ params })}
      onClose={onClose}
      isDangerous={false}
    />
  )
}
