import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { AdvisoryNotice } from '../../widgets/notices/advisory-notice.tsx'
import { advisoryData as messages } from '../../messages/advisory-data.ts'

interface Props {
  /** The dashboard has nothing to show. */
  isEmpty: boolean
}

/** Lists ecosystems in use whose advisory data is missing or outdated. */
export function AdvisoryState({ isEmpty }: Props) {
  const { data } = useQuery(query(api.advisoryDatabases.list, {}))
  if (!data) return null
  const inUse = data.filter(({ isInUse }) => isInUse)
  // One synced ecosystem is enough to start with.
  const isNew = inUse.length === 0 && isEmpty && data.every(({ state }) => state !== 'current')
  return <AdvisoryNotice data={isNew ? data : inUse} effect={messages.effect} />
}
