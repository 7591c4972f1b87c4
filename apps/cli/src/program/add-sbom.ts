import { type Command, Option } from 'commander'
import type { CheckSbomOptions } from '../commands/check-sbom.ts'
import { qualityProfiles } from '@assay/engine/quality/profiles.ts'
import * as help from '../output/help.ts'
import type { ActionOf } from './action-of.ts'

export function addSbom(program: Command, actionOf: ActionOf): void {
  program
    .command('sbom')
    .description('Work with SBOMs')
    .command('check')
    .description('Say which minimum elements of NTIA, CISA and BSI an SBOM lacks')
    .argument('<file>', 'CycloneDX or SPDX 2 as JSON')
    .addOption(
      new Option(
        '--require <profile>',
        'fail (exit code 8) if the SBOM lacks an element of the profile',
      ).choices(qualityProfiles.map(({ id }) => id)),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', help.sbom)
    .action(
      actionOf<[string, CheckSbomOptions]>(async (_settings, path, options) =>
        (await import('../commands/check-sbom.ts')).checkSbom(path, options),
      ),
    )
}
