import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useUser } from '../use-user.ts'
import { OverrideList } from './override-list.tsx'

export function Overrides() {
  const params = { accountUuid: useUser().account.uuid }
  const licenses = useQuery({
    ...query(api.overrides.licenses, { params }),
    select: (list) => list.map(({ license, ...rest }) => ({ ...rest, content: license })),
  })
  const copyrights = useQuery({
    ...query(api.overrides.copyrights, { params }),
    select: (list) => list.map(({ text, ...rest }) => ({ ...rest, content: text })),
  })
  return (
    <>
      <OverrideList kind="license" query={licenses} />
      <OverrideList kind="copyright" query={copyrights} />
    </>
  )
}
