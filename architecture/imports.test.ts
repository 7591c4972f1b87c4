import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findImportCycles } from '../scripts/find-import-cycles.ts'
import {
  below,
  importsOf,
  inside,
  isSettings,
  isTest,
  lines,
  product,
  readImports,
  root,
  sources,
  users,
  wrongImports,
} from './sources.ts'

// Who may import what. Imports are read by a parser: see importsOf.

describe('imports run one way, so that each part can be read and tested without its dependents', () => {
  const allowedImports: Record<string, string[]> = {
    'packages/text': [],
    'packages/engine': ['text'],
    'packages/contract': ['text', 'engine'],
    'packages/sdk': ['contract'],
    'packages/osv': ['engine'],
    'apps/server': ['text', 'engine', 'contract', 'osv'],
    'apps/web': ['text', 'engine', 'contract', 'sdk'],
    'apps/cli': ['text', 'engine', 'contract', 'sdk', 'osv'],
  }
  test.each(Object.entries(allowedImports))('%s imports of ours only %j', (folder, allowed) => {
    const isWrong = (name: string, path: string) => {
      // The server's tests call it like its users.
      if (folder === 'apps/server' && isTest(path) && name.startsWith('@assay/sdk/')) return false
      // The settings of an integration are part of its folder, and of its calls.
      if (folder === 'packages/contract' && isSettings(name.replace('@assay/server', 'apps/server/src')))
        return false
      if (name.startsWith('@assay/')) return !allowed.includes(name.split('/')[1]!)
      return /^(?:\.\.|packages|apps|e2e|bench|scripts)\//.test(name) && !name.startsWith(`${folder}/`)
    }
    expect(wrongImports(below(folder, sources), isWrong)).toEqual([])
  })

  test('the contract uses only the vocabulary of the engine, and its rule that keeps credentials out of addresses', () => {
    const allowed = ['@assay/engine/vocabulary.ts', '@assay/engine/url-credentials.ts']
    const isWrong = (name: string) => name.startsWith('@assay/engine/') && !allowed.includes(name)
    expect(wrongImports(inside('packages/contract'), isWrong)).toEqual([])
  })

  test.each(['packages/text', 'packages/engine', 'packages/contract', 'packages/sdk'])(
    '%s builds on no framework, database or page library',
    (folder) => {
      // Parsers, the evaluator of rules and the verifier of bundles have neither state nor side effects.
      const libraries: Record<string, string[]> = {
        'packages/text': [],
        'packages/engine': [
          'saxes',
          'js-yaml',
          'smol-toml',
          '@bufbuild/cel',
          '@sigstore/bundle',
          '@sigstore/protobuf-specs',
          '@sigstore/verify',
        ],
      }
      const parsers = libraries[folder] ?? ['zod']
      const isWrong = (name: string) =>
        !/^(?:node:|@assay\/|packages\/)/.test(name) && !parsers.includes(name)
      expect(wrongImports(inside(folder), isWrong)).toEqual([])
    },
  )

  test('settings of integrations import only what the contract may import, and each other', () => {
    const settings = product.filter(({ path }) => isSettings(path))
    expect(settings.length).toBeGreaterThan(4)
    const allowed = /^(?:zod|@assay\/contract\/[\w-]+\.ts|@assay\/engine\/url-credentials\.ts)$/
    expect(
      wrongImports(
        settings,
        (name) => !allowed.test(name) && !isSettings(name) && !name.endsWith('/hosts.ts'),
      ),
    ).toEqual([])
  })

  const rings: Record<string, RegExp> = {
    // Numbers, dates and plurals of a language, below the texts that need them.
    language: /^apps\/web\/src\/(?!language\/)|^react|^@tanstack\/|^@assay\/sdk\//,
    // Generic elements, which know nothing about the product.
    ui: /^apps\/web\/src\/(?!ui\/|language\/|messages\/app\.ts$)|^@tanstack\/|^@assay\/(?:sdk|contract)\//,
    widgets: /^apps\/web\/src\/(?:pages\/|routes)/,
    messages: /^apps\/web\/src\/(?!messages\/|language\/)|^@tanstack\/|^@assay\/sdk\//,
    api: /^apps\/web\/src\/(?:pages\/|widgets\/|routes)/,
  }
  test.each(Object.entries(rings))('web/%s does not import outer rings', (ring, outer) => {
    const files = below(`apps/web/src/${ring}`, sources)
    expect(files).not.toEqual([])
    expect(wrongImports(files, (name) => outer.test(name))).toEqual([])
  })

  test('pages do not import each other, and their models import neither React nor the API', () => {
    const pages = below('apps/web/src/pages', sources)
    const areaOf = (path: string) => /^apps\/web\/src\/pages\/(\w+)\//.exec(path)?.[1]
    const other = wrongImports(
      pages,
      (name, path) => areaOf(name) !== undefined && areaOf(name) !== areaOf(path),
    )
    const models = pages.filter(({ path }) => /[/-]model\.ts$/.test(path))
    expect(models).not.toEqual([])
    expect([
      ...other,
      ...wrongImports(models, (name) => /^react|^@tanstack|\/api\/|\.tsx$/.test(name)),
    ]).toEqual([])
  })
})

describe('text, engine and contract are pure, so that the same input gives the same result', () => {
  const pure = [
    ...['packages/text', 'packages/engine', 'packages/contract'].flatMap(inside),
    ...product.filter(({ path }) => isSettings(path)),
  ]

  test('they use no files, network, environment, clock or random numbers', () => {
    const impure =
      /'node:(?!crypto')|\bDate\.now\b|new Date\(\)|\bMath\.random|\brandom(?:UUID|Bytes|Int)\b|getRandomValues|\bprocess\.|\bconsole\.|\bfetch\(|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\(/
    expect(lines(pure, impure)).toEqual([])
  })

  test('Node is only used for hashes, signatures and sizes in bytes', () => {
    expect(users(pure, /'node:crypto'|\bBuffer\./).toSorted()).toEqual(
      [
        // Texts are located in the index by their byte position.
        'packages/engine/src/advisories/index-writer.ts',
        // The uuid of an advisory, or of what a repository excludes, is a hash of its name.
        'packages/engine/src/name-uuid.ts',
        // Signatures of documents are verified; neither keys nor random numbers are made.
        'packages/engine/src/signatures/json-signature.ts',
        'packages/engine/src/signatures/public-keys.ts',
        'packages/engine/src/signatures/signed.ts',
        'packages/engine/src/signatures/certificate.ts',
        'packages/engine/src/signatures/sigstore/verify-bundle.ts',
        // Exports are signed, with a key that is handed in.
        'packages/engine/src/signatures/sign-json.ts',
      ].toSorted(),
    )
  })
})

describe('imports, including those of types, form no cycle, so that each part can be understood before its dependents:', () => {
  const importsBelow = (folder: string) => {
    const files = inside(`${folder}/src`)
    const known = new Set(files.map(({ path }) => path))
    return files.flatMap((file) =>
      importsOf(file)
        .filter((name) => known.has(name))
        .map((to) => ({ from: file.path, to })),
    )
  }

  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)

  test.each([...packages, 'apps/server', 'apps/web', 'apps/cli'])('between folders of %s', (folder) => {
    // Files above the folders compose them, like app.ts and ecosystems.ts, or are below all of them, like vocabulary.ts.
    const isOfFolder = (path: string) => dirname(path) !== `${folder}/src`
    const imports = importsBelow(folder).filter(({ from, to }) => isOfFolder(from) && isOfFolder(to))
    expect(findImportCycles(imports, dirname)).toEqual([])
  })

  test.each([...packages, 'bench', 'e2e'])('between files of %s', (folder) => {
    expect(importsBelow(folder)).not.toEqual([])
    expect(findImportCycles(importsBelow(folder), (path) => path)).toEqual([])
  })

  test.each(readdirSync(join(root, 'apps')))('between files of apps/%s', (app) => {
    // The context has the types of everything that features may use, and features pick theirs from it.
    const imports = importsBelow(`apps/${app}`).filter(({ from }) => from !== 'apps/server/src/context.ts')
    expect(imports).not.toEqual([])
    expect(findImportCycles(imports, (path) => path)).toEqual([])
  })

  test('a cycle of any length is detected, whatever imports it', () => {
    const imports = ['x>a', 'a>b', 'b>c', 'c>a', 'c>y', 'y>z'].map((each) => {
      const [from, to] = each.split('>').map((name) => `${name}/file.ts`)
      return { from: from!, to: to! }
    })
    expect(findImportCycles(imports, dirname).map((line) => line.split(':', 1)[0])).toEqual([
      'a -> b',
      'b -> c',
      'c -> a',
    ])
    expect(findImportCycles(imports, () => 'one')).toEqual([])
  })
})

describe("the server's areas", () => {
  const folder = 'apps/server/src'
  const files = inside(folder)
  /** Each area imports only itself and earlier ones. */
  const order = [
    'platform',
    'auth',
    'projects',
    'accounts',
    'identity',
    'knowledge',
    'scanning',
    'triage',
    'reporting',
    'notifications',
    'integrations',
    'intake',
    'assistant',
    'operations',
    'demo',
  ]
  const areaOf = (path: string) => new RegExp(`^${folder}/([\\w-]+)/`).exec(path)?.[1]

  // A row of the diagram continues on the next line, whose first cell is empty.
  const picture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').replaceAll(/ +│\n│ +│ /g, ' ')
  const rows = [...picture.matchAll(/^│ ([\w-]+)\/ +│ (.+?) +│$/gm)].map(([, area, names]) => ({
    area: area!,
    names: names!.split(/[^\w-]+/),
  }))
  /** In the folder of one integration: the picture does not list them. */
  const isService = (path: string) =>
    folderOf(path)[0] === 'integrations' &&
    existsSync(join(root, folder, 'integrations', folderOf(path)[1]!, 'index.ts'))
  const folderOf = (path: string) => path.slice(folder.length + 1).split('/', 2)
  /** Position of the folder within its area. */
  const positionOf = (path: string) => {
    const [area, name] = folderOf(path)
    return rows.find((row) => row.area === area)?.names.indexOf(isService(path) ? 'services' : name!) ?? -1
  }

  test('are those of ARCHITECTURE.md, which lists each folder before its dependents', () => {
    expect([...new Set(files.flatMap(({ path }) => areaOf(path) ?? []))].toSorted()).toEqual(order.toSorted())
    const isMissing = (path: string) =>
      areaOf(path) !== undefined && dirname(path) !== `${folder}/${areaOf(path)}` && positionOf(path) < 0
    expect(files.filter(({ path }) => isMissing(path)).map(({ path }) => path)).toEqual([])
    expect(rows.map(({ area }) => area)).toEqual(order)
    const isEarly = (name: string, path: string) =>
      areaOf(name) === areaOf(path) && positionOf(path) >= 0 && positionOf(name) > positionOf(path)
    expect(wrongImports(files, isEarly)).toEqual([])
  })

  test('import files of other folders by their subpath, `#area/…`, so that moving a file changes no relative paths', () => {
    // The manifest of the repository is outside of this package.
    const isRelative = /(?:\bfrom |\bimport\(|^import )'\.\.\/(?!.*package\.json')/
    expect(lines(below(folder, sources), isRelative)).toEqual([])
  })

  test('import only earlier areas, and of the files above them only the context and the settings', () => {
    const isUpward = (name: string, path: string) => {
      const [area, other] = [areaOf(path), areaOf(name)]
      if (area === undefined || !name.startsWith(`${folder}/`)) return false
      if (other === undefined) return !/\/(?:context|config)\.ts$/.test(name)
      return order.indexOf(other) > order.indexOf(area)
    }
    expect(wrongImports(files, isUpward)).toEqual([])
  })

  /** Each file imports the next. */
  const walks = {
    'an upload, to its job': [
      'scanning/builds/uploads/routes.ts',
      'scanning/builds/uploads/submit-build.ts',
      'projects/projects/ensure-project.ts',
      'projects/project-store.ts',
    ],
    'an upload, from its job to rows and events': [
      'scanning/scans/scan-build.ts',
      'scanning/scans/scan-branches.ts',
      'scanning/scans/record-scan.ts',
      'platform/outbox/store.ts',
      'platform/database/database.ts',
    ],
    'an event, to the mail': [
      'accounts/member-emails/member-notices.ts',
      'platform/email/send-email-job.ts',
      'platform/queue/job.ts',
    ],
    "a member's change, to its event": [
      'identity/password-login/change-password.ts',
      'accounts/member-emails/notify-member.ts',
      'platform/outbox/store.ts',
    ],
    'a login, to the challenge': [
      'identity/password-login/routes.ts',
      'identity/password-login/start-or-challenge.ts',
      'identity/mfa/challenge.ts',
      'auth/sessions/login-challenge-store.ts',
    ],
    'a login, from the second factor to the session': [
      'identity/mfa/routes.ts',
      'identity/mfa/use-code.ts',
      'identity/mfa/check-code.ts',
      'identity/mfa/store.ts',
    ],
    'a login, to its session': [
      'identity/mfa/routes.ts',
      'identity/sessions/start-session.ts',
      'identity/sessions/open-session.ts',
      'auth/sessions/session-store.ts',
    ],
  }

  test.each(Object.entries(walks))('are never reentered by %s', (_, walk) => {
    const at = walk.map((name) => `${folder}/${name}`)
    const reached = at.slice(1).filter((path, index) => {
      const from = files.find((file) => file.path === at[index])
      return from !== undefined && importsOf(from).includes(path)
    })
    expect(reached).toEqual(at.slice(1))
    const depths = at.map((path) => [order.indexOf(areaOf(path)!), positionOf(path)] as const)
    const rises = depths.filter(([area, place], index) => {
      const [lastArea, lastPlace] = depths[index - 1] ?? [area, place]
      return area > lastArea || (area === lastArea && place > lastPlace)
    })
    expect(rises).toEqual([])
  })
})

test('imports are read from syntax, whatever their form', () => {
  const text = `
    import type { Only } from './types.ts'
    import { type Socket, connect as open } from 'node:net'
    import * as all from "double"
    import 'side-effects'
    export { again } from '../other.ts'
    export * from '#area/file.ts'
    const later = () => import('./later.ts')
    // import { comment } from 'comment'
    const text = "import { text } from 'text'"`
  const found = readImports({ path: 'apps/server/src/here/file.ts', text })
  expect(found.map(({ name, values }) => [name, ...values])).toEqual([
    ['apps/server/src/here/types.ts'],
    ['node:net', 'connect'],
    ['double', 'NamespaceObject'],
    ['side-effects'],
    ['apps/server/src/other.ts', 'again'],
    ['apps/server/src/area/file.ts', 'AllButDefault'],
    ['apps/server/src/here/later.ts'],
  ])
})
