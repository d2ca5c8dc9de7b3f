import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Sandgate.class)
class CheckoutTest {
  static final String CARD = "{\"creditcard\":{\"pan\":\"4111111111111111\",\"expiry_date\":\"1230\",\"cvv\":\"123\"}}";
  static final String ACCOUNT = "{\"directdebit\":{\"bsb\":\"032-056\",\"account_number\":\"123456\",\"account_name\":\"J Citizen\"}}";

  @Test
  void aCardIsCharged(Sandgate.World sandbox) throws Exception {
    assertEquals("approved", statusIn(pay(sandbox, "order-1", CARD, newId())));
  }

  @Test
  void aLostAnswerIsSearchedFor(Sandgate.World sandbox) throws Exception {
    sandbox.load("lost-answers");
    String id = newId();
    String paid;
    try {
      paid = pay(sandbox, "order-2", CARD, id);
    } catch (IOException noAnswer) {
      paid = get(sandbox.api() + "/transactions?merchant_id=1&correlation_id_lookup=" + id);
    }
    assertEquals("approved", statusIn(paid));
  }

  @Test
  void aDirectDebitThatComesBackIsNoticed(Sandgate.World sandbox) throws Exception {
    String paid = pay(sandbox, "order-3", ACCOUNT, newId());
    assertEquals("pending", statusIn(paid));
    sandbox.advance("3 banking days");
    String audit = paid.replaceAll(".*?\"audit\":(\\d+).*", "$1");
    assertEquals("declined", statusIn(get(sandbox.api() + "/transactions/" + audit)));
  }

  /** Your own code goes here; this one only pays. */
  static String pay(Sandgate.World sandbox, String reference, String method, String id) throws Exception {
    String amount = "{\"total_amount\":\"1995\",\"currency\":\"AUD\"}";
    String body = "{\"merchant\":{\"id\":1},\"transaction\":{\"reference\":\"" + reference
        + "\",\"amount_details\":" + amount + ",\"payment_method\":" + method + "}}";
    return send(HttpRequest.newBuilder(URI.create(sandbox.api() + "/transactions/purchase"))
        .header("Content-Type", "application/json")
        .header("X-Correlation-Id", id)
        .POST(BodyPublishers.ofString(body)));
  }

  static String newId() {
    return UUID.randomUUID().toString();
  }

  private static String get(String url) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url)));
  }

  private static String send(HttpRequest.Builder request) throws Exception {
    var answer = HttpClient.newHttpClient().send(request.timeout(Duration.ofSeconds(3)).build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IOException("status " + answer.statusCode());
    return answer.body();
  }

  private static String statusIn(String json) {
    return json.replaceAll("(?s).*?\"transaction_status_code\":\"(\\w+)\".*", "$1");
  }
}
