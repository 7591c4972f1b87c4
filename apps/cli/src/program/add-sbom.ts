import { type Command, Option } from 'commander'
import type { CheckSbomOptions } from '../commands/check-sbom.ts'
import type { VerifySbomOptions } from '../commands/verify-sbom.ts'
import { qualityProfiles } from '@assay/engine/quality/profiles.ts'
import * as help from '../output/help.ts'
import type { ActionOf } from './action-of.ts'

export function addSbom(program: Command, actionOf: ActionOf): void {
  const sbom = program.command('sbom').description('Work with SBOMs')
  sbom
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
  sbom
    .command('verify')
    .description('Say whether an SBOM or attestation is signed by whom you trust')
    .argument('<file>', 'DSSE envelope, in-toto attestation, Sigstore bundle, or JSON with a signature (JSF)')
    .option('--key <file...>', 'public key or certificate (PEM: Ed25519, ECDSA or RSA)')
    .option('--trusted-root <file>', 'trusted_root.json of Sigstore, to verify signatures without keys')
    .option('--identity <pattern>', "who signs, as the certificate says; '*' stands for any characters")
    .option('--issuer <url>', 'identity provider of the signer')
    .option('--bundle <file>', 'Sigstore bundle beside the file (cosign sign-blob --bundle)')
    .addHelpText('after', help.verifySbom)
    .action(
      actionOf<[string, VerifySbomOptions]>(async (_settings, path, options) =>
        (await import('../commands/verify-sbom.ts')).verifySbom(path, options),
      ),
    )
}
