import { callControl } from '../../control-call.ts'
import { ActionButton } from '../../layout/form.tsx'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { Panel } from '../../parts/table.tsx'
import { SequencePicture } from '../../payment/sequence-picture.tsx'
import { pageAddress } from '../../words/address.ts'
import { Calls, DisarmButton } from './panels.tsx'
import { makePurchase, NEXT, samplePurchase, samples } from './payment-forms.ts'

const nothingYet = { steps: [], requests: [], currency: '', doubled: null }

/** The picture of the payment that an armed fault waits for; then the payment itself. */
export const nextPaymentRoute: PageRoute = {
  path: NEXT,
  async show(frame) {
    const { visit } = frame
    const { rule = '' } = visit.query
    // That a fault is armed is news until a request matched it.
    const notice = frame.notice?.rule === undefined ? visit.query.notice : undefined
    const { requests } = await callControl(visit, 'requests', { rule: `rules/${rule}`, limit: 1 })
    const [matched] = requests
    const { payment = null } = matched ? await callControl(visit, 'request', matched.id) : {}
    if (payment !== null) return { to: pageAddress(visit, `/payments/${payment}`, { notice }) }
    const { rules } = await callControl(visit, 'rules')
    if (!rules.some(({ name }) => name === rule)) return { to: pageAddress(visit, '/', { notice }) }
    const [how = '', label = '', title = ''] = samples[0] ?? []
    return renderPage(
      { frame, title: 'The next payment', section: 'Payments' },
      <>
        <h1>The next payment</h1>
        <div class="halves">
          <Panel id="picture" title="Sequence diagram">
            <SequencePicture payment={nothingYet} address={() => ''} />
            <div class="ring">
              <p>
                <b>What will your client do?</b> Send a purchase with it: the payment is drawn here
                as it happens, and its response is lost.
              </p>
              <ActionButton {...{ visit, form: makePurchase, values: { how }, label, title }} />
              <DisarmButton visit={visit} rule={rule} />
            </div>
          </Panel>
          <Panel id="calls" title="Send a purchase">
            <Calls visit={visit} sample={await samplePurchase(visit, 'order 1', 4995)} />
          </Panel>
        </div>
      </>,
    )
  },
}
