import { projects as messages } from '../../messages/projects.ts'
import { ListPage } from '../../widgets/lists/list-page.tsx'
import { ProjectList } from './project-list.tsx'
import type { ProjectsProps } from './search.ts'

export const ProjectsPage = (props: ProjectsProps) => (
  <ListPage {...messages} viewed="projects" permission="projects.read">
    {({ uuid }) => <ProjectList {...props} accountUuid={uuid} />}
  </ListPage>
)
