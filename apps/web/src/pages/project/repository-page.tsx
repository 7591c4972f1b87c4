import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { report as messages } from '../../messages/report.ts'
import { paths } from '../../paths.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { forbidden } from './report/props.ts'

interface Props {
  owner: string
  repo: string
}

/** Redirects to the report of the project with the GitHub repository. */
export function RepositoryPage(props: Props) {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <Found {...props} />
    </MembersOnly>
  )
}

function Found({ owner, repo }: Props) {
  const project = useQuery(query(api.projects.ofRepository, { params: { owner, repo } }))
  return (
    <QueryView
      query={project}
      skeleton={<Spinner label={texts.loading} isFullPage />}
      failed={messages.failed}
      forbidden={{ ...forbidden, isPage: true }}
      missing={
        <EmptyState title={messages.noRepository(`${owner}/${repo}`)} hint={messages.noRepositoryHint} isPage>
          <code className="max-w-full rounded-md bg-hover px-3 py-2 text-xs break-words">
            {messages.noneCommand}
          </code>
        </EmptyState>
      }
    >
      {({ uuid }) => <Navigate to={paths.projects} search={{ pid: uuid }} replace />}
    </QueryView>
  )
}
