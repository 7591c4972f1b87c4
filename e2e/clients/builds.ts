// A scanner submits components, polls, reads the minimum scores with grep, posts the outcome. Exit codes are a mask.
import { args, ask, check, done, jsonOf, reportOf, textOf, until } from './client.ts'

const { account } = args('account')

const created = await ask('POST', '/api/v1/builds', { body: { branch: 'main', url: 'docker:org/clients' } })
check(created.status === 200, `Creating the build returned ${created.status}`)
const all = `${[...created.headers].flat().join('\n')}\n${created.text}`
const ids = [...all.matchAll(/builds\/([\w-]+)/g)].map(([, id]) => id)
check(ids.length === 1, `builds/<id> stands ${ids.length} times in the answer`)
const path = `/api/v1/builds/${ids[0]}`
await textOf('PUT', `${path}/dependencies`, {
  body: { content: 'lodash,4.17.4\nminimist,1.2.0\n', language: 'nodejs', path: '/?format=csv' },
})
await textOf('POST', `${path}/start?force=false&scopes=prod`)
const text = await until('the build', async () => {
  const text = await textOf('GET', path)
  check(!text.includes('"status":"failed"'), `The build failed: ${text}`)
  return text.includes('"status":"success"') ? text : null
})
const uuids = [...text.matchAll(/"uuid":"([\da-f-]{36})"/g)].map(([, uuid]) => uuid!)
check(uuids.length === 1, `"uuid" stands ${uuids.length} times in the build`)
const scores = ['security', 'stability', 'licensing'].map((domain) =>
  Number(new RegExp(`"${domain}":"(\\d+)"`).exec(text)?.[1]),
)
check(
  scores.every((score) => score >= 0 && score <= 100),
  `Scores out of range: ${scores.join(', ')}`,
)
const configuration = await textOf('GET', `/api/v1/accounts/${account}/configuration`)
const minimums = ['security', 'stability', 'licensing'].map((domain) => {
  const found = [...configuration.matchAll(new RegExp(`"${domain}":(\\d+),`, 'g'))]
  check(found.length === 1, `"${domain}": stands ${found.length} times in the configuration`)
  return Number(found[0]![1])
})
const mask = scores.reduce((mask, score, at) => mask + (score < minimums[at]! ? 2 ** at : 0), 0)
const outcome = mask === 0 ? 'PASS' : 'FAIL'
check(mask & 1, 'The security score meets the minimum despite known vulnerabilities')
await jsonOf('POST', `/api/v1/reports/${uuids[0]}/outcome?branch=main&outcome=${outcome}`)
const report = await reportOf(uuids[0]!)
check(report.outcome === outcome, `The outcome is ${report.outcome}`)
check(report.tool === 'BOSSC', `The tool of a container image is ${report.tool}`)
check(report.security.score === scores[0], `The report says ${report.security.score}, the build ${scores[0]}`)
done(`exit code ${mask}: ${scores.join(', ')} of ${minimums.join(', ')}`)
