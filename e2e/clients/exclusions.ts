// Creates an exclusion and recomputes the report: the advice stays listed with the key `exclusions`. Then reverts it.
import { advicesOf, args, check, checkReport, done, fail, jsonOf, type Report, reportOf } from './client.ts'

const { pid, cve } = args('pid', 'cve')

const recompute = async () =>
  checkReport(await jsonOf<Report>('POST', `/api/v1/reports/${pid}/full?branch=main`), pid)
const find = (report: Report) =>
  advicesOf(report).find(({ advice }) => advice.cve === cve)?.advice ?? fail(`${cve} is not in the report`)

const before = await reportOf(pid)
check(!('exclusions' in find(before)), `${cve} is excluded before`)
const path = `/api/v2/exclusions/${pid}/${encodeURIComponent(cve)}`
const created = await jsonOf<{ id: string }>('POST', path, {
  body: { reason: 'unapplicable', description: 'The function is not called.' },
})
check(created.id, 'The exclusion has no id')
const excluded = await recompute()
check(find(excluded).exclusions?.length, `${cve} is not marked as excluded`)
check(
  excluded.security.score > before.security.score,
  `The score stayed ${before.security.score}, although ${cve} is excluded`,
)
const others = advicesOf(excluded).filter(({ advice }) => advice.cve !== cve && 'exclusions' in advice)
check(others.length === 0, `${others.length} others were excluded, too`)
await jsonOf('DELETE', `${path}/${created.id}`)
const after = await recompute()
check(!('exclusions' in find(after)), `${cve} is excluded still`)
check(after.security.score === before.security.score, `The score is ${after.security.score} afterwards`)
done(`${cve}: ${before.security.score}, ${excluded.security.score} without it, and back`)
