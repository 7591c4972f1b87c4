/** Public mail providers: an address there proves nothing about an organization. */
const freeMailDomains = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.it hotmail.es hotmail.de live.com
  live.co.uk live.fr live.it live.nl msn.com outlook.de outlook.fr outlook.it outlook.es yahoo.com yahoo.co.uk
  yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.com.br yahoo.com.au ymail.com
  rocketmail.com aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me gmx.de gmx.net
  gmx.at gmx.ch gmx.com gmx.us web.de freenet.de t-online.de mail.com email.com mail.ru bk.ru inbox.ru list.ru
  yandex.ru yandex.com ya.ru rambler.ru qq.com 163.com 126.com sina.com sina.cn sohu.com foxmail.com yeah.net
  naver.com daum.net hanmail.net rediffmail.com zoho.com zohomail.com fastmail.com fastmail.fm hey.com tutanota.com
  tutanota.de tuta.io tutamail.com posteo.de mailbox.org libero.it virgilio.it tiscali.it alice.it tin.it orange.fr
  wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr bluewin.ch uol.com.br bol.com.br terra.com.br ig.com.br
  comcast.net verizon.net att.net sbcglobal.net cox.net charter.net earthlink.net btinternet.com sky.com
  virginmedia.com talktalk.net ntlworld.com bigpond.com optusnet.com.au shaw.ca rogers.com sympatico.ca wp.pl o2.pl
  interia.pl onet.pl seznam.cz centrum.cz azet.sk abv.bg ukr.net i.ua duck.com mailinator.com guerrillamail.com
  10minutemail.com temp-mail.org yopmail.com sharklasers.com trashmail.com dispostable.com`.split(/\s+/),
)

export const isFreeMail = (domain: string): boolean => freeMailDomains.has(domain)
