package dev.sluice.cli.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void textAndAttributesAreEscaped() {
        String html = new Html()
                .open("p", "title", "\"><script>")
                .text("</p><script>alert('1')</script>&amp;")
                .close()
                .document();

        assertThat(html)
                .isEqualTo("<!DOCTYPE html>\n<p title=\"&quot;&gt;&lt;script&gt;\">"
                        + "&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>\n");
    }

    @Test
    void aNameThatBreaksIsEscapedAllTheSame() {
        assertThat(new Html().open("p").breakable(".a.b<i>/c.").close().document())
                .isEqualTo("<!DOCTYPE html>\n<p>.a.<wbr/>b&lt;i&gt;/<wbr/>c.</p>\n");
    }

    /** Control characters, text that turns around what follows, and halves of characters are not for pages. */
    @Test
    void whatNoPageMayHoldIsReplaced() {
        assertThat(Html.escaped("a\u0000b\u001Bc\u202Ed\uD800e\uFFFEf\u2066g"))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg");
        assertThat(Html.escaped("订单 é \uD83D\uDE00")).isEqualTo("订单 é \uD83D\uDE00");
    }

    @Test
    void whatIsOpenIsNoDocument() {
        assertThatThrownBy(() -> new Html().open("p").document()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void sizesHaveThreeDigits() {
        assertThat(Page.size(0)).isEqualTo("0 B");
        assertThat(Page.size(999)).isEqualTo("999 B");
        assertThat(Page.size(1000)).isEqualTo("1.0 kB");
        assertThat(Page.size(99_949)).isEqualTo("99.9 kB");
        assertThat(Page.size(99_951)).isEqualTo("100 kB");
        assertThat(Page.size(999_600)).isEqualTo("1.0 MB");
        assertThat(Page.size(Long.MAX_VALUE)).isEqualTo("9.2 EB");
        assertThat(Page.grouped(1234567)).isEqualTo("1,234,567");
    }
}
