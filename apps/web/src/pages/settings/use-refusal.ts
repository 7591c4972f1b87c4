import type { Permission } from '@assay/contract/permissions.ts'
import { useMay } from '../../parts/use-may.ts'
import { settings as words } from '../../texts/settings.ts'

/** Why the one who looks may not do this; null when nothing is in the way. */
export function useRefusal(): (permission: Permission) => string | null {
  const may = useMay()
  return (permission) => (may(permission) ? null : words.notAllowed)
}
