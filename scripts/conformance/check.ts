import { checkCvss } from './check-cvss.ts'
import { checkLicenses } from './check-licenses.ts'
import { checkNormalForm, checkOrder } from './check-order.ts'
import { checkPurl } from './check-purl.ts'
import { checkRange } from './check-range.ts'
import { checkVers } from './check-vers.ts'
import { notApplicable, type Row, type Verdict } from './row.ts'

/** Runs one case. Its kind depends on its members, not on the name of its file. */
export function check(row: Row): Verdict {
  if (row.suite.startsWith('purl-spec/')) return checkPurl(row)
  if (row.suite.startsWith('vers-spec/')) return checkVers(row)
  if (row.vector !== undefined) return checkCvss(row)
  if (row.expr !== undefined || row.inputs !== undefined) return checkLicenses(row)
  if (row.range !== undefined || row.spec !== undefined) return checkRange(row)
  if (row.normalized !== undefined || row.op === 'norm') return checkNormalForm(row)
  return row.op === undefined ? notApplicable('a kind of case that is not known') : checkOrder(row)
}
