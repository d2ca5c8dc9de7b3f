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

    public function testALostAnswerIsSearchedFor(): void
    {
        $this->sandbox->load('lost-answers');
        $id = bin2hex(random_bytes(8));
        $paid = $this->pay('order-2', self::CARD, $id);
        if ($paid === null) {
            $query = http_build_query(['merchant_id' => 1, 'correlation_id_lookup' => $id]);
            $paid = $this->get("/transactions?$query")['results'][0];
        }
        $this->assertSame('approved', $this->statusOf($paid));
    }

    public function testADirectDebitThatComesBackIsNoticed(): void
    {
        $paid = $this->pay('order-3', self::ACCOUNT);
        $this->assertSame('pending', $this->statusOf($paid));
        $this->sandbox->advance('3 banking days');
        $this->assertSame('declined', $this->statusOf($this->get("/transactions/{$paid['audit']}")));
    }

    /** Your own code goes here; this one only pays. Null if no answer comes. */
    private function pay(string $reference, array $method, ?string $id = null): ?array
    {
        $amount = ['total_amount' => '1995', 'currency' => 'AUD'];
        $transaction = ['reference' => $reference, 'amount_details' => $amount, 'payment_method' => $method];
        $headers = ['Content-Type: application/json', 'X-Correlation-Id: ' . ($id ?? bin2hex(random_bytes(8)))];
        $content = json_encode(['merchant' => ['id' => 1], 'transaction' => $transaction]);
        $http = ['method' => 'POST', 'header' => $headers, 'content' => $content, 'timeout' => 3];
        $context = stream_context_create(['http' => $http]);
        $text = @file_get_contents($this->sandbox->api . '/transactions/purchase', false, $context);
        return $text ? json_decode($text, true) : null;
    }

    private function get(string $path): array
    {
        return json_decode(file_get_contents($this->sandbox->api . $path), true);
    }

    private function statusOf(array $transaction): string
    {
        return $transaction['status']['transaction_status_code'];
    }
}
