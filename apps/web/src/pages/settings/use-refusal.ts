import type { Endpoint } from '@assay/contract/endpoint.ts'
import type { Permission } from '@assay/contract/permissions.ts'
import { useMay } from '../../parts/use-may.ts'
import { account } from '../../texts/account.ts'
import { settings as words } from '../../texts/settings.ts'
import { useUser } from './use-user.ts'

type Asked = Pick<Endpoint, 'features'> & { permission: Permission }

/** Why the server would refuse a call to the one who looks; null when nothing is in the way. */
export function useRefusal(): (endpoint: Asked) => string | null {
  const may = useMay()
  const { features } = useUser().account
  return ({ permission, features: needed = [] }) => {
    const off = needed.find((name) => !features.includes(name))
    if (off !== undefined) return words.isOff(account.features.names[off] ?? off)
    return may(permission) ? null : words.notAllowed
  }
}
