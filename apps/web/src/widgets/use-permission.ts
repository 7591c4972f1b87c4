import type { Permission } from '@assay/contract/permissions.ts'
import { useSession } from '../api/session.tsx'

/** What the one who looks may do, as the server told it. */
export function usePermission(): (permission: Permission) => boolean {
  const { state } = useSession()
  return (permission) => state.status === 'member' && state.user.permissions.includes(permission)
}
