import type { Permission } from '@assay/contract/permissions.ts'
import { useSession } from '../api/session.tsx'

/** The current user's permissions. */
export function usePermission(): (permission: Permission) => boolean {
  const { state } = useSession()
  return (permission) => state.status === 'member' && state.user.permissions.includes(permission)
}
