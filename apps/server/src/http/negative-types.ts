import { contract } from '@assay/contract/contract.ts'
import { createClient } from '@assay/sdk/client.ts'
import { type Binding, implement, reply } from './implement.ts'

// What must not compile. Each expectation fails the type check on the day when it compiles after all.

export function wrongHandlers(binding: Binding): void {
  // @ts-expect-error a handler is missing
  implement(binding, contract.users, {})
  implement(binding, contract.users, {
    // @ts-expect-error the row has another shape
    me: () => Promise.resolve({ id: 1 }),
  })
  implement(binding, contract.users, {
    // @ts-expect-error the status is not declared
    me: () => Promise.resolve(reply(418, { short: 'and stout' })),
  })
}

export async function wrongCalls(): Promise<void> {
  const api = createClient(contract, { baseUrl: '' })
  // @ts-expect-error the path's parameter is required
  await api.projects.get({ params: {} })
  // @ts-expect-error there is no such endpoint
  await api.projects.nothing()
  // @ts-expect-error the body's field is a string
  await api.credentials.login({ body: { email: 1, password: '' } })
}
