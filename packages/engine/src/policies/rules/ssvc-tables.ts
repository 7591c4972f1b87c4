import type { Exploitation } from '../../vocabulary.ts'

/** SSVC decision tables as data: https://github.com/CERTCC/SSVC/tree/main/data/csv */

/**
 * CISA coordinator 2.0.3. Rows by exploitation; columns by automatable and technical impact (no/partial, no/total,
 * yes/partial, yes/total); digits by mission and well-being: low, medium, high.
 */
export const coordinatorTable: Record<Exploitation, readonly [string, string, string, string]> = {
  none: ['000', '001', '002', '002'],
  poc: ['001', '012', '002', '012'],
  active: ['002', '023', '223', '233'],
}

/**
 * Deployer 1.0.0. Rows by exploitation; columns by exposure and automatable (small/no, small/yes, controlled/no, …);
 * digits by human impact: low, medium, high, very high.
 */
export const deployerTable: Record<Exploitation, readonly [string, string, string, string, string, string]> =
  {
    none: ['0011', '0111', '0011', '1111', '0111', '1112'],
    poc: ['0111', '1111', '0111', '1112', '1112', '1122'],
    active: ['1122', '1222', '1122', '2222', '1223', '2233'],
  }
