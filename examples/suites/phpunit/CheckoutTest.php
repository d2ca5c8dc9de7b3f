<?php
declare(strict_types=1);

use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/Sandgate.php';

final class CheckoutTest extends TestCase
{
    use Sandgate;

    private const CARD = ['creditcard' => ['pan' => '4111111111111111', 'expiry_date' => '1230', 'cvv' => '123']];
    private const ACCOUNT = ['directdebit' => ['bsb' => '032-056', 'account_number' => '123456', 'account_name' => 'J Citizen']];

    public function testACardIsCharged(): void
    {
        $this->assertSame('approved', $this->statusOf($this->pay('order-1', self::CARD)));
    }

    public function testALostResponseIsSearchedFor(): void
    {
        $this->sandbox->load('lost-responses');
        $this->assertSame('approved', $this->statusOf($this->pay('order-2', self::CARD)));
    }

    public function testADirectDebitThatComesBackIsNoticed(): void
    {
        $paid = $this->pay('order-3', self::ACCOUNT);
        $this->assertSame('pending', $this->statusOf($paid));
        // On a weekend, it is lodged on the next banking day, and returned two days later.
        $this->sandbox->advance('4 banking days');
        $this->assertSame('declined', $this->statusOf($this->ask("/transactions/{$paid['audit']}")[0]));
    }

    /** Your own code goes here; this one pays once, whatever happens to the responses. */
    private function pay(string $reference, array $method): array
    {
        // Keep it with the order before you send it, and send it again with the same id.
        $id = bin2hex(random_bytes(8));
        $query = http_build_query(['merchant_id' => 1, 'correlation_id_lookup' => $id]);
        for ($attempt = 1; $attempt <= 3; $attempt++) {
            [$status, $paid] = $this->purchase($reference, $method, $id);
            if ($status === 200 && $this->isKnown($paid)) {
                return $paid;
            }
            // 4xx with the gateway's own errors: not processed. 408, 409 and 429 do not say that.
            if ($status >= 400 && $status < 500 && !in_array($status, [408, 409, 429]) && isset($paid['errors'])) {
                throw new RuntimeException(json_encode($paid['errors']));
            }
            sleep(1);
            $found = $this->ask("/transactions?$query");
            if ($found !== []) {
                return $found[0];
            }
        }
        throw new RuntimeException("$reference: the gateway takes no payments at the moment");
    }

    private function purchase(string $reference, array $method, string $id): array
    {
        $amount = ['total_amount' => '1995', 'currency' => 'AUD'];
        $transaction = ['reference' => $reference, 'amount_details' => $amount, 'payment_method' => $method];
        $headers = ['Content-Type: application/json', "X-Correlation-Id: $id"];
        $content = json_encode(['merchant' => ['id' => 1], 'transaction' => $transaction]);
        return $this->call('/transactions/purchase', ['method' => 'POST', 'header' => $headers, 'content' => $content]);
    }

    /** What a lookup or a search finds, once it has a response and is decided. Only a search that worked can be empty. */
    private function ask(string $path): array
    {
        for ($asked = 1; $asked <= 8; $asked++) {
            [$status, $body] = $this->call($path);
            $found = $body['results'] ?? [$body];
            if ($status === 200 && count(array_filter($found, [$this, 'isKnown'])) === count($found)) {
                return $found;
            }
            sleep(1);
        }
        throw new RuntimeException('Not known yet: ask again later, and do not pay again before');
    }

    /** Status (0: no response) and body (null: cut off, or not JSON). */
    private function call(string $path, array $http = []): array
    {
        $context = stream_context_create(['http' => $http + ['timeout' => 3, 'ignore_errors' => true]]);
        $http_response_header = [];
        $text = @file_get_contents($this->sandbox->api . $path, false, $context);
        return [(int) substr($http_response_header[0] ?? '', 9, 3), json_decode((string) $text, true)];
    }

    /** Pending is not final, but the gateway has the payment. */
    private function isKnown(?array $transaction): bool
    {
        $status = $transaction['status']['transaction_status_code'] ?? '';
        return in_array($status, ['approved', 'declined', 'error', 'pending', 'voided', 'reversed']);
    }

    private function statusOf(array $transaction): string
    {
        return $transaction['status']['transaction_status_code'];
    }
}
