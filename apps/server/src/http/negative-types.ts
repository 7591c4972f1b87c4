import { contract } from '@assay/contract/contract.ts'
import { endpoints } from '@assay/contract/endpoint.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { type Binding, implement, reply } from './implement.ts'

// What must not compile. Each expectation fails the type check on the day when it compiles after all.

export function wrongEndpoints(): void {
  endpoints({
    // @ts-expect-error a permission is mandatory
    open: { method: 'GET', path: '/x', summary: 'For whom?', responses: {} },
  })
  // @ts-expect-error there is no such permission
  endpoints({ typo: { method: 'GET', path: '/x', permission: 'projects.raed', summary: 'x', responses: {} } })
}

export function wrongHandlers(binding: Binding): void {
  // @ts-expect-error a handler is missing
  implement(binding, contract.users, {})
  // @ts-expect-error a handler is misspelled
  implement(binding, contract.users, { my: () => Promise.resolve({}) })
  implement(binding, contract.users, {
    // @ts-expect-error the row has another shape
    me: () => Promise.resolve({ id: 1 }),
  })
  implement(binding, contract.users, {
    // @ts-expect-error the status is not declared
    me: () => Promise.resolve(reply(418, { short: 'and stout' })),
  })
  implement(binding, contract.users, {
    // @ts-expect-error the status is declared, its body has another shape
    me: () => Promise.resolve(reply(200, { id: 1 })),
  })
  const { logout } = contract.credentials
  implement(
    binding,
    { logout },
    {
      logout: ({ caller }) => {
        // @ts-expect-error nobody may have logged in
        void caller.permissions
        return Promise.resolve({ logoutUrl: null })
      },
    },
  )
}

export async function wrongCalls(): Promise<void> {
  const api = createClient(contract, { baseUrl: '' })
  // @ts-expect-error the path's parameter is required
  await api.projects.get({ params: {} })
  // @ts-expect-error the path has no such parameter
  await api.projects.get({ params: { uuid: '' } })
  // @ts-expect-error there is no such endpoint
  await api.projects.nothing()
  // @ts-expect-error the body is required
  await api.credentials.login({})
  // @ts-expect-error the body's field is a string
  await api.credentials.login({ body: { email: 1, password: '' } })
  // @ts-expect-error there is no such column to sort by
  await api.metrics.security({ query: { sort: 'color' } })
  // @ts-expect-error the answer has no such field
  void (await api.users.me()).password
}
