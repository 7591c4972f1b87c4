import type { User } from '@assay/contract/users.ts'
import { useSession } from '../../api/session.tsx'

/** The current user; settings require a login. */
export function useUser(): User {
  const { state } = useSession()
  if (state.status !== 'member') throw new Error('Settings are for members only')
  return state.user
}
