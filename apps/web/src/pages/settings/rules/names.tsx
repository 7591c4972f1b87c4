import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { When } from '../../../ui/when.tsx'
import { useUser } from '../use-user.ts'

const messages = rules.exclusions

export function ProjectName({ uuid }: { uuid: string | null }) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery({ ...query(api.projects.list, { params }), enabled: uuid !== null })
  if (uuid === null) return messages.everywhere
  return projects.data?.find((project) => project.uuid === uuid)?.name ?? messages.unknown
}

/** Removed and inaccessible members have no name. */
export function MemberName({ uuid }: { uuid: string }) {
  const params = { accountUuid: useUser().account.uuid }
  const members = useQuery(query(api.members.list, { params }))
  return members.data?.find((member) => member.uuid === uuid)?.email ?? messages.unknown
}

/** When something was made, and by whom. */
export const MadeBy = ({ createdAt, createdBy }: { createdAt: number; createdBy: string }) => (
  <>
    <When epochMs={createdAt} />
    <div className="text-soft">
      <MemberName uuid={createdBy} />
    </div>
  </>
)
