import { contract } from '@assay/contract/contract.ts'
import { endpoints } from '@assay/contract/endpoint.ts'
import type { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { Problem } from '#platform/http/problem.ts'
import { registerRoutes } from './register-routes.ts'
import type { Handlers } from './handler.ts'
import { respond } from './reply.ts'
import type { RouteContext } from './route-context.ts'

// What must not compile. Each expectation fails the type check on the day when it compiles after all.

export function wrongEndpoints(): void {
  endpoints({
    // @ts-expect-error a permission is mandatory
    open: { method: 'GET', path: '/x', summary: 'For whom?', responses: {} },
  })
  // @ts-expect-error there is no such permission
  endpoints({ typo: { method: 'GET', path: '/x', permission: 'projects.raed', summary: 'x', responses: {} } })
}

export function wrongHandlers(routes: RouteContext): void {
  // @ts-expect-error a handler is missing
  registerRoutes(routes, contract.users, {})
  // @ts-expect-error a handler is misspelled
  registerRoutes(routes, contract.users, { my: () => Promise.resolve({}) })
  registerRoutes(routes, contract.users, {
    // @ts-expect-error the row has another shape
    me: () => Promise.resolve({ id: 1 }),
  })
  registerRoutes(routes, contract.users, {
    // @ts-expect-error the status is not declared
    me: () => Promise.resolve(respond(418, { short: 'and stout' })),
  })
  registerRoutes(routes, contract.users, {
    // @ts-expect-error the status is declared, its body has another shape
    me: () => Promise.resolve(respond(200, { id: 1 })),
  })
  registerRoutes(routes, contract.teams, {
    ...({} as Handlers<typeof contract.teams>),
    // @ts-expect-error what only reads has nothing to change by
    list: ({ change }) => change(async () => ({ result: [] })),
  })
  const { logout } = contract.credentials
  registerRoutes(
    routes,
    { logout },
    {
      // @ts-expect-error the audit log is not told who logs out
      logout: ({ change }) => change(async () => ({ result: { logoutUrl: null } })),
    },
  )
  registerRoutes(
    routes,
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

export function wrongProblems(): void {
  // @ts-expect-error there is no such error type
  void new Problem(404, 'notFuond', 'Not found')
  // @ts-expect-error the error type has another status
  void new Problem(400, 'notFound', 'Not found')
}

export function wrongComparisons(error: ApiError): boolean[] {
  return [
    error.errorType === 'notFound',
    // @ts-expect-error there is no such error type
    error.errorType === 'notFuond',
  ]
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
