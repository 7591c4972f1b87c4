import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { Permission } from '@assay/contract/permissions.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { account } from '../../messages/account.ts'
import { settings as messages } from '../../messages/settings.ts'
import { useUser } from './use-user.ts'

type GuardedCall = Pick<Endpoint, 'features'> & { permission: Permission }

/** Why the server would reject a call by the current user; null if allowed. */
export function useDenialReason(): (endpoint: GuardedCall) => string | null {
  const hasPermission = usePermission()
  const { features } = useUser().account
  return ({ permission, features: needed = [] }) => {
    const off = needed.find((name) => !features.includes(name))
    if (off !== undefined) return messages.isOff(account.features.names[off] ?? off)
    return hasPermission(permission) ? null : messages.notAllowed
  }
}
