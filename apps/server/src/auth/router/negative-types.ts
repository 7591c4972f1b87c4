import { contract } from '@assay/contract/contract.ts'
import { endpoints } from '@assay/contract/endpoint.ts'
import type { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { Problem } from '#platform/http/problem.ts'
import { registerRoutes } from './register-routes.ts'
import type { Handlers } from './handler.ts'
import { respond } from './reply.ts'
import type { RouteContext } from './route-context.ts'

// Code that must not compile: an expectation fails the type check if it does.

export function wrongEndpoints(): void {
  endpoints({
    // @ts-expect-error a permission is mandatory
    open: { method: 'GET', path: '/x', summary: 'For whom?', responses: {} },
  })
  // @ts-expect-error there is no such permission
  endpoints({ typo: { method: 'GET', path: '/x', permission: 'projects.raed', summary: 'x', responses: {} } })
}

export function wrongHandlers(routes: RouteContext): void {
  // @ts-expect-error missing handler
  registerRoutes(routes, contract.users, {})
  // @ts-expect-error misspelled handler
  registerRoutes(routes, contract.users, { my: () => Promise.resolve({}) })
  registerRoutes(routes, contract.users, {
    // @ts-expect-error wrong row type
    me: () => Promise.resolve({ id: 1 }),
  })
  registerRoutes(routes, contract.users, {
    // @ts-expect-error undeclared status
    me: () => Promise.resolve(respond(418, { short: 'and stout' })),
  })
  registerRoutes(routes, contract.users, {
    // @ts-expect-error wrong body of a declared status
    me: () => Promise.resolve(respond(200, { id: 1 })),
  })
  registerRoutes(routes, contract.teams, {
    ...({} as Handlers<typeof contract.teams>),
    // @ts-expect-error read-only endpoints cannot make changes
    list: ({ change }) => change(async () => ({ result: [] })),
  })
  const { logout } = contract.credentials
  registerRoutes(
    routes,
    { logout },
    {
      // @ts-expect-error missing actor for the audit log
      logout: ({ change }) => change(async () => ({ result: { logoutUrl: null } })),
    },
  )
  registerRoutes(
    routes,
    { logout },
    {
      logout: ({ caller }) => {
        // @ts-expect-error the caller may be anonymous
        void caller.permissions
        return Promise.resolve({ logoutUrl: null })
      },
    },
  )
}

export function wrongProblems(): void {
  // @ts-expect-error unknown error type
  void new Problem(404, 'notFuond', 'Not found')
  // @ts-expect-error wrong status of an error type
  void new Problem(400, 'notFound', 'Not found')
}

export function wrongComparisons(error: ApiError): boolean[] {
  return [
    error.errorType === 'notFound',
    // @ts-expect-error unknown error type
    error.errorType === 'notFuond',
  ]
}

export async function wrongCalls(): Promise<void> {
  const api = createClient(contract, { baseUrl: '' })
  // @ts-expect-error missing path parameter
  await api.projects.get({ params: {} })
  // @ts-expect-error unknown path parameter
  await api.projects.get({ params: { uuid: '' } })
  // @ts-expect-error unknown endpoint
  await api.projects.nothing()
  // @ts-expect-error missing body
  await api.credentials.login({})
  // @ts-expect-error wrong type of a body field
  await api.credentials.login({ body: { email: 1, password: '' } })
  // @ts-expect-error unknown sort column
  await api.metrics.security({ query: { sort: 'color' } })
  // @ts-expect-error unknown response field
  void (await api.users.me()).password
}
