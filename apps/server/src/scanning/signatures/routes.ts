import { contract } from '@assay/contract/contract.ts'
import type { TrustedKey } from '@assay/contract/trusted-keys.ts'
import type { TrustedIdentity, TrustedRoot } from '@assay/contract/trusted-roots.ts'
import { describePublicKey, readPublicKey } from '@assay/engine/signatures/public-keys.ts'
import { readTrustedRoot } from '@assay/engine/signatures/sigstore/trusted-root.ts'
import { createHash } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import {
  deleteTrustedRoot,
  insertTrustedRoot,
  listTrustedRoots,
  lockTrustedRoot,
  type TrustedRootRow,
  updateTrustedRoot,
} from './root-store.ts'
import { deleteTrustedKey, insertTrustedKey, listTrustedKeys, type TrustedKeyRow } from './store.ts'

export function trustedKeysRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.trustedKeys, {
    list: async ({ caller }) => (await listTrustedKeys(db, caller.scope)).map(wireKey),
    add({ caller, body, change }) {
      if (readPublicKey(body.pem) === null)
        throw new Problem(
          400,
          'invalidInput',
          'This is no public key or certificate (PEM: Ed25519, ECDSA or RSA)',
        ).withDetails([{ path: 'pem', message: 'No public key or certificate' }])
      return change(async (tx) => {
        const after = wireKey(await insertTrustedKey(tx, caller.scope, body))
        return { result: after, after }
      })
    },
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const row = await deleteTrustedKey(tx, caller.scope, params.trustedKeyUuid)
        return { result: {}, before: wireKey(row ?? throwNotFound('trusted key')) }
      }),
  })
}

const wireKey = ({ uuid, name, pem, created_at }: TrustedKeyRow): TrustedKey => ({
  uuid,
  name,
  ...describePublicKey(pem),
  createdAt: created_at.getTime(),
})

export function trustedRootsRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.trustedRoots, {
    list: async ({ caller }) => (await listTrustedRoots(db, caller.scope)).map(wireRoot),
    add({ caller, body, change }) {
      checkRoot(body.root)
      return change(async (tx) => {
        const after = wireRoot(await insertTrustedRoot(tx, caller.scope, body))
        return { result: after, after }
      })
    },
    update({ caller, params, body, change }) {
      if (body.root !== undefined) checkRoot(body.root)
      const uuid = params.trustedRootUuid
      return change(async (tx) => {
        const row = (await lockTrustedRoot(tx, caller.scope, uuid)) ?? throwNotFound('trusted root')
        const values = { ...body, root: body.root ?? row.root, uuid }
        const after = wireRoot(await updateTrustedRoot(tx, caller.scope, values))
        return { result: after, before: wireRoot(row), after }
      })
    },
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const row = await deleteTrustedRoot(tx, caller.scope, params.trustedRootUuid)
        return { result: {}, before: wireRoot(row ?? throwNotFound('trusted root')) }
      }),
  })
}

function checkRoot(text: string): void {
  if (readTrustedRoot(text) !== null) return
  const message = 'This is no trusted_root.json of Sigstore with certificate authorities and logs'
  throw new Problem(400, 'invalidInput', message).withDetails([{ path: 'root', message }])
}

const wireRoot = ({ uuid, name, root, identities, created_at }: TrustedRootRow): TrustedRoot => {
  const { authorities, logs } = readTrustedRoot(root) ?? { authorities: [], logs: [] }
  return {
    uuid,
    name,
    fingerprint: createHash('sha256').update(root).digest('hex'),
    authorities,
    logs,
    identities: identities as TrustedIdentity[],
    createdAt: created_at.getTime(),
  }
}
