import type { Cataloger } from '../../model/cataloger.ts'
import { nameOf } from '../../trees/tree.ts'
import { installedPackage } from '../installed-package.ts'
import { textOfFile } from '../text-lines.ts'

// https://www.erlang.org/doc/apps/kernel/app.html

const pattern = /(?:^|\/)ebin\/[a-z][\w@]*\.app$/s

/** Applications of Erlang and Elixir, as a release or a build contains them. */
export const otpApplications: Cataloger = {
  id: 'otp-applications',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const text = textOfFile(bytes).replaceAll(/^\s*%.*$/gm, '')
    const name =
      /\{\s*application\s*,\s*'?([a-z][\w@]*)'?\s*,/.exec(text)?.[1] ?? nameOf(path).replace(/\.app$/, '')
    const version = /\{\s*vsn\s*,\s*"([^"]+)"\s*\}/.exec(text)?.[1] ?? ''
    const found = installedPackage({
      purl: { type: ofLanguage.has(name) ? 'otp' : 'hex', namespace: null, name, version },
      path,
    })
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** Parts of Erlang/OTP and Elixir, which no one takes from a registry. */
const ofLanguage = new Set(
  (
    'asn1 common_test compiler crypto debugger dialyzer diameter edoc eldap erl_docgen erl_interface erts et eunit ' +
    'ftp inets jinterface kernel megaco mnesia observer odbc os_mon parsetools public_key reltool runtime_tools sasl ' +
    'snmp ssh ssl stdlib syntax_tools tftp tools wx xmerl elixir eex ex_unit iex logger mix'
  ).split(' '),
)
