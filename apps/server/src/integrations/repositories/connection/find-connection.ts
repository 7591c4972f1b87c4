import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { findActive } from '#integrations/core/setup.ts'
import { findSetup } from '#integrations/core/setup-store.ts'
import { type Connection, connectionOf } from './client.ts'
import { ConnectionSettings } from './settings.ts'

/** Stored with the setup of an account; never change it. */
export const connectionId = 'repository-issues'

const connected = { id: connectionId, feature: null, settings: ConnectionSettings }
const Address = ConnectionSettings.omit({ token: true })

/** null if none is connected, or it is turned off. */
export async function findConnection(
  context: Pick<AppContext, 'db' | 'vault' | 'config'>,
  scope: Scope,
): Promise<Connection | null> {
  const active = await findActive(context, scope, connected)
  return active && connectionOf(context, ConnectionSettings.parse(active.settings))
}

/** The same without its token. */
export async function findConnectedAddress({ db }: Pick<AppContext, 'db'>, scope: Scope) {
  const setup = await findSetup(db, scope, connectionId)
  return setup?.isActive ? Address.parse(setup.settings) : null
}
