import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jobs as jobMessages } from '../apps/web/src/messages/jobs.ts'
import { errorTypeNames } from '../packages/contract/src/error-types.ts'
import { ecosystems } from '../packages/engine/src/ecosystems.ts'
import { below, importsOf, inside, isTest, lines, paths, root, sources, users } from './sources.ts'

// Names, lists and texts: each has one home.

describe('house rules', () => {
  test('every group of endpoints is part of the contract, otherwise nothing would serve it', () => {
    const contract = readFileSync(join(root, 'packages/contract/src/contract.ts'), 'utf8')
    const list = /export const contract = \{([^}]+)\}/.exec(contract)?.[1] ?? ''
    const files = inside('packages/contract/src')
    const exported = files.flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+) = endpoints(?:ForOthers)?\(/gm)].map((match) => match[1]!),
    )
    // A part that the first view loads alone belongs to the group that spreads it.
    const groups = exported
      .map((name) => files.find(({ text }) => text.includes(`...${name}`)) ?? name)
      .map((group) => (typeof group === 'string' ? group : /^export const (\w+) = \{/m.exec(group.text)![1]!))
    expect([...new Set(groups)].toSorted()).toEqual(
      [...list.matchAll(/\w+/g)].map(([name]) => name).toSorted(),
    )
  })

  test('each group of endpoints has its own file, named after the group', () => {
    const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const misplaced = inside('packages/contract/src').flatMap(({ path, text }) =>
      [...text.matchAll(/^export const (\w+) = endpoints(?:ForOthers)?\(/gm)]
        .filter(([, name]) => path !== `packages/contract/src/${kebab(name!)}.ts`)
        .map(([, name]) => `${path}: ${name}`),
    )
    expect(misplaced).toEqual([])
  })

  test('the id of a schema in the OpenAPI document is the name of its constant', () => {
    const declarations = inside('packages/contract/src').flatMap(({ text }) =>
      text.split(/^(?=(?:export )?const \w+ =)/m).filter((each) => !/= endpoints(?:ForOthers)?\(/.test(each)),
    )
    const named = declarations.flatMap((text) =>
      [...text.matchAll(/(?:\.meta\(\{ id: |\bnamed\()'(\w+)'/g)].map(([, id]) => ({
        id: id!,
        name: /const (\w+)/.exec(text)?.[1],
      })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ id, name }) => id !== name).map(({ id, name }) => `${name}: ${id}`)).toEqual([
      // Clear within their file, but not among all schemas.
      'Threshold: TagThreshold',
      'AssistantItem: AssistantConversationItem',
      'Bom: CycloneDx',
      'Invited: InvitedMember',
      'Delivery: NotificationDelivery',
      'Config: NotificationConfig',
      'ProblemBody: Problem',
      'Overview: ScanOverview',
      'Comparison: ScanComparison',
      'License: ProductLicense',
      'DayCounts: AdvisoryDay',
      'Opened: OpenedFindings',
      'Closed: ClosedFindings',
      'AccountSummary: Account',
    ])
  })

  test('a list of three or more literals is written only once, as a union or as an array', () => {
    const word = String.raw`'[^'\n]+'`
    const union = String.raw`(?<!(?:Pick|Omit|Extract|Exclude)<[^>=]*)${word}(?:\s*\|\s*${word}){2,}`
    const items = String.raw`\[\s*${word}(?:,\s*${word}){2,},?\s*\]`
    const list = new RegExp(String.raw`${union}|${items}(?= as const)|(?<=z\.enum\()${items}`, 'g')
    const homes = new Map<string, Set<string>>()
    // Released migrations are never changed.
    const files = [...inside('packages'), ...inside('apps')].filter(
      ({ path }) => !/\/migrations\//.test(path),
    )
    for (const { path, text } of files) {
      for (const [found] of text.matchAll(list)) {
        const words = [...found.matchAll(/'([^']+)'/g)].map((match) => match[1]!)
        const key = words.toSorted().join(', ')
        homes.set(key, (homes.get(key) ?? new Set()).add(path))
      }
    }
    expect(homes.size).toBeGreaterThan(20)
    const repeated = [...homes].filter(([, paths]) => paths.size > 1)
    expect(repeated.map(([words, paths]) => `${words}: ${[...paths].join(', ')}`)).toEqual([])
  })

  test('no file or folder has a meaningless name', () => {
    const banned = /^(?:utils?|helpers?|common|misc|managers?|services?|data|info)(?:[.-]|$)/
    expect(paths.filter((path) => path.split('/').some((part) => banned.test(part)))).toEqual([
      // The rules of what is kept, which this word names for once.
      'architecture/data.test.ts',
    ])
  })

  test('home-made names do not return: the terms of the field replace them', () => {
    const names =
      'ActButton admit AnswerCache Asked askedOf Attempting Beginning catalogue confirming Delivering Departure Entered fetchForeignFiles findSessionHolder foreign Holder implement isForeign isToldByName judgeLicenses keepAdministrator Kept Labelled Letter limitLetters Listing mostTicks naive Opening OpenPackage openStorage opinionOf Outlasting Own raiseRevision Refusal refusal refusalOf refuse Refused said say scratchCodes Sending severalFactors shownId showsSeveralFactors sniffs speaksOf Syncing tellMember Unfold useAct useForeign useMay useRefusal useSaid useSettled VexOpinion Reach reachOf ScopeReach MachineRegistry openMachine readMoment Visitor Waking Walked walked Wanting weigh Where workOn workOnFailed workOnScans'
    const declared = new RegExp(
      `\\b(?:class|const|function|interface|let|type) (?:${names.replaceAll(' ', '|')})\\b`,
    )
    expect(lines(sources, declared)).toEqual([])
    // Booleans start with `is`, `has` or `can`. What a function receives is its context, its options or its input.
    const patterns = /\b(?:(?:const|function|let) may[A-Z]|(?:interface|type) [A-Z]\w*Parts\b)/
    expect(lines(sources, patterns)).toEqual([])
    // Properties and parameters, too. Jobs keep their names, under which they may be queued.
    const used =
      /[Jj]udg(?!e-infrastructure-again)|\b(?:check|find)Holder\b|[Ff]resh-?[Ll]ogin(?!s)|\b(?:otherWays|noWays|unfold|fold):|`letter of/
    const current = sources.filter(({ path }) => !path.includes('/migrations/'))
    expect(lines(current, used)).toEqual([])
    const context = /\b(?:parts|tools|where): (?:Pick<AppContext|\w*Context\b)/
    expect(lines(inside('apps/server'), context)).toEqual([])
  })

  test('texts of the web app are in messages, where the German build replaces them', () => {
    const text =
      />[^<>{}=()]*[A-Za-z]{3,}[^<>{}=()]*<\/|\b(?:aria-label|title|placeholder|label|alt)="[^"]*[a-z]{3,}/
    expect('<p className="m-0">Not found</p>').toMatch(text)
    // An example domain is the same in every language.
    expect(
      lines(
        inside('apps/web/src').filter(({ path }) => path.endsWith('.tsx')),
        text,
      ),
    ).toEqual(['apps/web/src/pages/settings/sign-on/domains.tsx: placeholder="example.org"'])
  })

  test('object literals are not spread: misspelled optional properties in them would compile', () => {
    const packed = sources
      .filter(({ text }) => /\.\.\.\s*\(?\s*\{(?!\s*\})/.test(text))
      .map(({ path }) => path)
    expect(packed).toEqual([])
  })

  test('string formats are top-level schemas: the web app is built without the methods of z.string()', () => {
    const chained =
      /\bz\s*\.string\(\)(?:\s*\.\w+\((?:[^()]|\([^()]*\))*\))*?\s*\.(?:email|url|jwt|emoji|guid|uuid(?:v\d)?|nanoid|cuid2?|ulid|base64(?:url)?|xid|ksuid|(?:ip|cidr)v\d|e164|date(?:time)?|time|duration)\(/
    expect('z.string().trim().max(messages.of(3)).email()').toMatch(chained)
    expect('z.string().trim().pipe(z.email())').not.toMatch(chained)
    expect(sources.filter(({ text }) => chained.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('only configuration is exported by default, so that each export has one name', () => {
    const files = sources.filter(({ path }) => !path.endsWith('.config.ts'))
    expect(lines(files, /^export default|\bas default\b/)).toEqual([])
  })

  test('no test is skipped or marked as todo', () => {
    const tests = sources.filter(({ path }) => isTest(path))
    expect(lines(tests, /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|skipIf|todo|only|fails)\b/)).toEqual(
      [],
    )
    expect(lines(tests, /\bx(?:it|describe|test)\(|\bskip\(/)).toEqual([])
    expect(users(tests, /\.runIf\(/).toSorted()).toEqual(
      [
        // Mounting a disk needs root or user namespaces.
        'apps/server/src/platform/uploads/full-disk.test.ts',
        // Only root can give files to other users.
        'apps/server/src/platform/database/embedded/binaries.test.ts',
        'apps/server/src/platform/database/embedded/embedded.test.ts',
      ].toSorted(),
    )
  })

  test('files that tests refer to for other tests exist', () => {
    const named = sources
      .filter(({ path }) => /\/contract-[\w-]+\.test\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/: '([\w/-]+\.test\.ts)'/g)].map((match) => match[1]!))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !existsSync(join(root, 'apps/server/src', name)))).toEqual([])
  })
})

describe('in the server', () => {
  const server = inside('apps/server/src')

  test("403 'forbidden' names the permission, role or credential that is missing", () => {
    expect(users(server, /'forbidden'/)).toEqual([
      // Its type only allows existing names.
      'apps/server/src/auth/forbidden.ts',
      // Derived from the endpoint's requirement.
      'apps/server/src/auth/router/authorize.ts',
    ])
  })

  test('messages for rejected input come from messagesFor, never from the validator', () => {
    const reading = [...server, ...inside('packages/sdk'), ...inside('apps/cli'), ...inside('apps/web')]
      .filter(({ text }) => /\berror\.issues\b/.test(text))
      // Its caller parses.
      .filter(({ path }) => path !== 'packages/sdk/src/api-error.ts')
    expect(reading.length).toBeGreaterThan(3)
    expect(
      reading.filter(({ text }) => !text.includes('error: messagesFor(')).map(({ path }) => path),
    ).toEqual([])
  })

  test('every feature with routes is in the list of app.ts', () => {
    const app = readFileSync(join(root, 'apps/server/src/app.ts'), 'utf8')
    const list = /const features[^=]*=> void\)\[\] = \[([^\]]+)\]/.exec(app)?.[1] ?? ''
    const features = server
      .filter(({ path }) => path.endsWith('/routes.ts'))
      .flatMap(({ text }) => [...text.matchAll(/^export (?:const|function) (\w+Routes)\b/gm)])
      .map((match) => match[1]!)
    expect(features.toSorted()).toEqual([...list.matchAll(/\w+/g)].map(([name]) => name).toSorted())
  })
})

describe('text is escaped in packages/text alone, so that all outputs escape the same characters:', () => {
  /** What an escaper of one's own contains. */
  const signs = {
    'entities of HTML and XML': /(?<!replaceAll\()['"`]&(?:amp|lt|gt|quot|apos|#39|#x27);/,
    'backslashes before special characters': /`\\\$&`|['"`]\\\\(?:\$&|\$\{)/,
    'doubled quotes of CSV': /replaceAll\(['"]"['"], ['"]""['"]\)|replace\(\/"\/g/,
    'formulas of spreadsheets': /\[=\+|\uFF1D|\\uFF1D/i,
    'invisible characters':
      /\\p\{(?:C|Cc|Cf|Bidi_\w+|Default_\w+|DI)\}|\\u\{?20(?:0[b-f]|2[89a-e]|6[0-9])|\\u0000-\\u00(?:08|1f)/i,
    cursors: /JSON\.stringify\(.*\)\)\.toString\('base64url'\)|\bbtoa\(/,
  }
  const others = [...inside('packages'), ...inside('apps')].filter(
    ({ path }) => !path.startsWith('packages/text/'),
  )

  test.each(Object.entries(signs))('%s', (name, sign) => {
    const allowed: Record<string, string[]> = {
      // A signed link, which is no position in a list.
      cursors: ['apps/server/src/notifications/deliveries/unsubscribe-token.ts'],
    }
    expect(users(inside('packages/text'), sign)).not.toEqual([])
    expect(users(others, sign)).toEqual(allowed[name] ?? [])
  })
})

test('exactly the existing kinds of jobs have a name on the Jobs page', () => {
  const definition =
    /(?:\bdefine(?:Job|Schedule)(?:<[^(]+>)?\(\{|: JobKind<[^=]+> = \{)(?:\s*\.\.\.\w+,)?\s*name: '([\w-]+)'/g
  const kinds = inside('apps/server/src').flatMap(({ text }) =>
    [...text.matchAll(definition)].map(([, name]) => name!),
  )
  expect(kinds.toSorted()).toEqual(Object.keys(jobMessages.kinds).toSorted())
})

describe('ecosystems', () => {
  const folder = 'packages/engine/src/ecosystems'

  test('the list contains exactly the existing folders', () => {
    const folders = below(folder, sources).flatMap(
      ({ path }) => /ecosystems\/([\w-]+)\//.exec(path)?.[1] ?? [],
    )
    const list = sources.find(({ path }) => path === `${folder}.ts`)!
    const listed = importsOf(list).flatMap((name) => /ecosystems\/([\w-]+)\/index\.ts$/.exec(name)?.[1] ?? [])
    expect(listed.toSorted()).toEqual([...new Set(folders)].toSorted())
    expect(ecosystems.map(({ id }) => id)).toHaveLength(listed.length)
  })

  test('shared code never checks for a specific ecosystem; differences are members of the interface', () => {
    const shared = [...inside('packages/engine/src'), ...inside('apps/server/src')].filter(
      ({ path }) => !path.startsWith(`${folder}/`),
    )
    const names = new Set(
      ecosystems.flatMap(({ id, name, purlType, osvName }) => [id, name, purlType, osvName]),
    )
    const name = `'(?:${[...names].map((each) => RegExp.escape(each)).join('|')})'`
    // 'hex' is an encoding too.
    const list = String.raw`(?<!digest|toString)\((?:${name}(?:, )?)+\)`
    const question = String.raw`[=!]==? ${name}|${name} [=!]==?|case ${name}|${list}|\[${name}\]`
    expect(users(shared, new RegExp(question))).toEqual([])
  })
})

test('every errorType in tests and pages is declared in the contract', () => {
  const known = new Set<string>([...errorTypeNames, 'unknown'])
  const named = sources
    .filter(({ path }) => !path.endsWith('negative-types.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\berrorType"?(?::|\)?\.toBe\(| ===) ?['"](\w+)['"]/g)].map((match) => [
        path,
        match[1]!,
      ]),
    )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(([, name]) => !known.has(name!))).toEqual([])
})
