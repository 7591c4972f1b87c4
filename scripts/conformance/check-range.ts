import { holdsConstraint } from '../../packages/engine/src/ecosystems/packagist/ranges.ts'
import { holdsRange, isOutside } from '../../packages/engine/src/ecosystems/npm/ranges.ts'
import { holdsSpecifiers } from '../../packages/engine/src/ecosystems/pypi/ranges.ts'
import { holdsRequirement } from '../../packages/engine/src/ecosystems/rubygems/ranges.ts'
import { notApplicable, same, type Row, type Verdict } from './row.ts'

/**
 * Whether a range in an ecosystem's syntax contains a version. The engine only knows ranges as OSV events, so the
 * syntax is translated to bounds here, which are compared by the engine's order.
 */
export function checkRange(row: Row): Verdict {
  const check = checks.get(row.eco!)
  return check ? check(row) : notApplicable(`no ranges of ${row.eco}`)
}

const checks = new Map(
  Object.entries({
    npm: checkNpm,
    PyPI: checkPypi,
    Packagist: ({ range, version, expect }) => same(expect, holdsConstraint(range!, version!)),
    RubyGems: checkGem,
  } satisfies Record<string, (row: Row) => Verdict>),
)

function checkNpm({ suite, range, version, expect, options }: Row): Verdict {
  const includePrerelease = typeof options === 'object' && options?.includePrerelease === true
  const of = { range: range!, includePrerelease }
  const side = /version-(not-)?(gt|lt)-range$/.exec(suite)
  if (side) return same(side[1] === undefined, isOutside(of, version!, side[2] === 'gt' ? '>' : '<'))
  return same(expect, holdsRange(of, version!))
}

function checkGem({ range, version, expect }: Row): Verdict {
  if (version!.trim() === '')
    return notApplicable('no version, which is 0 to RubyGems and unknown to an inventory')
  return same(expect, holdsRequirement(range!, version!))
}

function checkPypi({ spec, version, expect }: Row): Verdict {
  if (expect === null) return notApplicable('the outcome of the case is not known')
  if (/^[~=!<>]/.test(version!)) return notApplicable('one specifier in place of a version')
  return same(expect, holdsSpecifiers(spec!, version!))
}
